import { Icon, type IconProps } from '../Icon';

export const QuizIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.8 9.6a2.3 2.3 0 1 1 3.3 2.1c-.7.35-1.1.8-1.1 1.6M12 16.2v.1" />
  </Icon>
);
