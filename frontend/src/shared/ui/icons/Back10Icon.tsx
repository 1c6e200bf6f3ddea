import { Icon, type IconProps } from '../Icon';

export const Back10Icon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4h4" />
    <path d="M9.8 10v4.8M14.8 12.4c0 1.4-.6 2.4-1.4 2.4s-1.4-1-1.4-2.4.6-2.4 1.4-2.4 1.4 1 1.4 2.4z" />
  </Icon>
);
