import { Icon, type IconProps } from '../Icon';

export const PictureInPictureIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20 11V6H4v12h6M13 14h8v5h-8z" />
  </Icon>
);
