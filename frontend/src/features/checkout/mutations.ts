import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import type { CheckoutItem } from '../../shared/stores/checkoutDialog';
import { type Cart, checkoutKeys } from './queries';

interface CouponChange {
  cart: Cart;
  code: string;
  shortDescription: string;
}

/** Applies a coupon, replacing the previous one; updates the cached cart. */
export function useApplyCoupon(item: CheckoutItem) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ cart, code }: CouponChange) =>
      post('/api/coupon/apply-coupon', { couponcode: code, cartId: cart._id }),
    onSuccess: ({ data }, { cart, shortDescription }) => {
      const { CouponCode, Coupondiscount, ...bill } = data;
      const coupon = { CouponCode, Coupondiscount, shortDescription };
      queryClient.setQueryData(checkoutKeys.cart(item), { data: { ...cart, ...bill, coupon } });
    },
  });
}

/** Removes the coupon; updates the cached cart. */
export function useRemoveCoupon(item: CheckoutItem) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ cart, code }: Omit<CouponChange, 'shortDescription'>) =>
      post('/api/coupon/remove-coupon', { couponcode: code, cartId: cart._id }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(checkoutKeys.cart(item), { data });
    },
  });
}
