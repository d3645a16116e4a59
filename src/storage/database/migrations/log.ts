import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** The public log: each tree's end and newest checkpoint, its leaves, and the tiles of its hashes. */
export const logTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table log_tree (
    id {code} primary key,
    registry {code} not null,
    generation {count} not null,
    origin {code} not null,
    size {big} not null,
    begun_at {big} not null,
    ended_at {big},
    unique (registry, generation)
  ) {rows};
  create table log_checkpoint (
    tree_id {code} primary key references log_tree (id),
    size {big} not null,
    root {bytes} not null,
    note {text} not null,
    signed_at {big} not null
  ) {rows};
  create table log_leaf (
    tree_id {code} not null,
    position {big} not null,
    entry {bytes} not null,
    primary key (tree_id, position)
  ) {rowsByKey};
  create table log_tile (
    tree_id {code} not null,
    level {count} not null,
    place {big} not null,
    hashes {bytes} not null,
    primary key (tree_id, level, place)
  ) {rows};`,
  );
