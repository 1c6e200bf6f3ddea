import { Icon, type IconProps } from '../Icon';

export const MutedIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4ZM16 9.5l5 5M21 9.5l-5 5" />
  </Icon>
);
