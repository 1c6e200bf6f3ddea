import { Icon, type IconProps } from '../Icon';

export const DocumentIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 3.5h7l4 4v13H7ZM14 3.5v4h4" />
  </Icon>
);
