import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import tests from "../../vitest.config.ts";

/** The first failed test ends the run of a mutant, so the cheap ones come first. */
class UnitTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isUnit = ({ project }: TestSpecification) => project.name === "unit";
    return [...files.filter(isUnit), ...files.filter((file) => !isUnit(file))];
  }
}

export default defineConfig({ ...tests, test: { ...tests.test, sequence: { sequencer: UnitTestsFirst } } });
