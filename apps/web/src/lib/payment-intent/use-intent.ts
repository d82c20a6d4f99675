import { followPaymentIntent, isIntentOver, PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The server says when to connect again; a refused connection is tried again after this. */
const AGAIN_MS = 5_000;

/**
 * The payment intent of this browser for a thing, opened once and then followed: whatever pays for it, or takes it away, on any device,
 * shows here.
 */
export function usePaymentIntent(key: string, open: () => Promise<PaymentIntent>) {
  const queryClient = useQueryClient();
  const { data: intent, isError, refetch } = useQuery({ queryKey: ['payment-intent', key], queryFn: open });
  const id = intent && !isIntentOver(intent) ? intent.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    let stream: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      stream = new EventSource(followPaymentIntent.path.replace(':id', id));
      stream.onmessage = ({ data }: MessageEvent<string>) => {
        const { data: news } = PaymentIntent.safeParse(JSON.parse(data));
        if (!news) return;
        queryClient.setQueryData(['payment-intent', key], news);
        if (isIntentOver(news)) stream?.close();
      };
      stream.onerror = () => {
        if (stream?.readyState === EventSource.CLOSED) timer = setTimeout(follow, AGAIN_MS);
      };
    };
    follow();
    return () => {
      clearTimeout(timer);
      stream?.close();
    };
  }, [id, key, queryClient]);
  return { intent, isError, refetch };
}
