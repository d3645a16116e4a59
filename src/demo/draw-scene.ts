import { box, jpegOf, path } from "./documents/svg.ts";

const width = 1200;
const height = 800;

const wall = "#dfe5e8";
const floor = "#b9a58a";
const wood = "#8a5a44";
const dark = "#2b3a4e";
const sheet = "#f9f4e8";
const glass = "#a9c4d6";

const room = (tint: string) => box(0, 0, width, 620, { fill: tint }) + box(0, 620, width, 180, { fill: floor });

const pane = (x: number) =>
  box(x, 120, 260, 300, { fill: glass, stroke: "#ffffff", width: 12 }) +
  path(`M${x + 130} 120v300M${x} 270h260`, { stroke: "#ffffff", width: 8 });

const desk = (x: number) =>
  box(x, 520, 380, 30, { fill: wood }) +
  box(x + 20, 550, 24, 170, { fill: wood }) +
  box(x + 336, 550, 24, 170, { fill: wood }) +
  box(x + 60, 496, 130, 24, { fill: sheet }) +
  box(x + 70, 480, 120, 16, { fill: "#e6dcc4" }) +
  box(x + 230, 420, 110, 80, { fill: dark }) +
  box(x + 275, 500, 20, 20, { fill: dark });

const doorway = (x: number) =>
  box(x, 180, 250, 440, { fill: wood }) +
  box(x + 40, 230, 170, 160, { fill: glass }) +
  box(x + 205, 430, 20, 20, { fill: sheet });

const scenes = {
  office: room(wall) + pane(160) + pane(780) + desk(430),
  entrance: room("#e4e1da") + doorway(480) + pane(820) + pane(90),
  classroom: room("#d9e2d8") + pane(470) + desk(120) + desk(680),
};
export type Scene = keyof typeof scenes;

export const drawScene = (scene: Scene): Promise<Uint8Array> => jpegOf(width, height, scenes[scene]);
