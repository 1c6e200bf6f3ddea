import { CheckoutHost } from './CheckoutHost';
import { standAtRoot } from './rootParts';

// Pages that offer something for sale import this module; the others do not carry the checkout.
standAtRoot('checkout', CheckoutHost);
