import { useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';
import type { CheckoutItem } from '../../shared/stores/checkoutDialog';
import { type Cart, checkoutKeys } from './queries';

interface Wanted {
  cart: Cart;
  code: string;
  shortDescription: string;
}

/** Puts a coupon on the cart, in the place of the one before; the cart in the cache is the one with it. */
export function useApplyCoupon(item: CheckoutItem) {
  const queryClient = useQueryClient();
  return useWrite(async ({ cart, code, shortDescription }: Wanted) => {
    const { data } = await post('/api/coupon/apply-coupon', { couponcode: code, cartId: cart._id });
    const { CouponCode, Coupondiscount, ...bill } = data;
    const coupon = { CouponCode, Coupondiscount, shortDescription };
    queryClient.setQueryData(checkoutKeys.cart(item), { data: { ...cart, ...bill, coupon } });
  });
}

/** Takes the coupon off the cart again. */
export function useRemoveCoupon(item: CheckoutItem) {
  const queryClient = useQueryClient();
  return useWrite(async ({ cart, code }: Omit<Wanted, 'shortDescription'>) => {
    const { data } = await post('/api/coupon/remove-coupon', { couponcode: code, cartId: cart._id });
    queryClient.setQueryData(checkoutKeys.cart(item), { data });
  });
}
