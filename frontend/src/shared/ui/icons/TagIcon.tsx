import { Icon, type IconProps } from '../Icon';

export const TagIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 12.5V5a1 1 0 0 1 1-1h7.5L20 11.5a1.4 1.4 0 0 1 0 2L13.5 20a1.4 1.4 0 0 1-2 0z" />
    <path d="M8.5 8.5h.01" />
  </Icon>
);
