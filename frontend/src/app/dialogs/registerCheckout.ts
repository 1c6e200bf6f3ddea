import { CheckoutHost } from './CheckoutHost';
import { registerRootComponent } from './rootComponents';

// Imported by the pages that sell something, so that the other pages do not load the checkout.
registerRootComponent('checkout', CheckoutHost);
