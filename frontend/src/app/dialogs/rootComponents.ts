import type { ComponentType } from 'react';
import { create } from 'zustand';

type Parts = Readonly<Record<string, ComponentType>>;

/** Components mounted beside the page. They stay mounted when the page that registered them unmounts. */
export const useRootComponents = create<Parts>(() => ({}));

export const registerRootComponent = (name: string, component: ComponentType) =>
  useRootComponents.setState({ [name]: component });
