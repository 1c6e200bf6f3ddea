import { Icon, type IconProps } from '../Icon';

export const CaptionsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2ZM10.5 10.5a2.2 2.2 0 1 0 0 3M17 10.5a2.2 2.2 0 1 0 0 3" />
  </Icon>
);
