import { Icon, type IconProps } from '../Icon';

export const CalendarIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 6h16v14H4zM4 10.5h16M8 3.5V7M16 3.5V7" />
  </Icon>
);
