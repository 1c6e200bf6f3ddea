import type { ComponentType } from 'react';
import { create } from 'zustand';

type Parts = Readonly<Record<string, ComponentType>>;

/** What stands beside the page and outlives it, from the first page on that has a use for it. */
export const useRootParts = create<Parts>(() => ({}));

export const standAtRoot = (name: string, part: ComponentType) => useRootParts.setState({ [name]: part });
