import { siteData } from '../../shared/lib/pageData';
import { AppLink } from '../../shared/ui/AppLink';
import { Badge } from '../../shared/ui/Badge';
import { BrandMark } from './BrandMark';
import * as classes from './Header.module.css';
import { HeaderActions } from './HeaderActions';
import { MainNav } from './MainNav';

export function Header() {
  const { brandName, verifiedBadge } = siteData();
  return (
    <header className={classes.root}>
      <div className={`container ${classes.bar}`}>
        <AppLink to="/" className={classes.brand}>
          <BrandMark className="flex-none green" />
          <span className="ellipsis">{brandName}</span>
        </AppLink>
        <a href="#registration" className={classes.verified}>
          <Badge tone="success">{verifiedBadge}</Badge>
        </a>
        <MainNav />
        <HeaderActions />
      </div>
    </header>
  );
}
