import { Icon, type IconProps } from '../Icon';

export const RestartIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4h4" />
  </Icon>
);
