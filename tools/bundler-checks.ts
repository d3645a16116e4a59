/** Turns off the bundler's warning about slow builds: on a slow machine nobody can fix it. */
export const checks = { bundlerTimings: false };
