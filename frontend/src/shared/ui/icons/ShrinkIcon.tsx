import { Icon, type IconProps } from '../Icon';

export const ShrinkIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5" />
  </Icon>
);
