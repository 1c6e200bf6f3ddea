import { Icon, type IconProps } from '../Icon';

export const AlertIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.1" />
  </Icon>
);
