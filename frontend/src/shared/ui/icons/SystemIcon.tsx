import { Icon, type IconProps } from '../Icon';

export const SystemIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5v17M12 7.5h6.5M12 12h8.5M12 16.5h6.5" />
  </Icon>
);
