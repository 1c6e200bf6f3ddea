import type { Chapter, Module } from '../queries';

export const pathOf = (module: string, chapter: string): string => `/academy/${module}/${chapter}`;

export interface Reading {
  read: number;
  total: number;
}

/** How much of the academy a member has read; null if there is nothing to read. */
export function progressOf(modules: readonly Module[]): Reading | null {
  const chapters = modules.flatMap((module) => module.chapters);
  if (chapters.length === 0) return null;
  return { read: chapters.filter(({ isRead }) => isRead).length, total: chapters.length };
}

/** 'Chapter 2 of 5' */
export function placeOf({ _id, module }: Chapter): string {
  const number = module.chapters.findIndex((line) => line._id === _id) + 1;
  return `Chapter ${number} of ${module.chapters.length}`;
}
