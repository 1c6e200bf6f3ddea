import { Icon, type IconProps } from '../Icon';

export const ArticleIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 3.5h12v17H6ZM9 8h6M9 12h6M9 16h3.5" />
  </Icon>
);
