export { AppLink } from '../shared/ui/AppLink';
