import { Icon, type IconProps } from '../Icon';

export const ReceiptIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5z" />
    <path d="M9.5 8.5h5M9.5 12.5h5" />
  </Icon>
);
