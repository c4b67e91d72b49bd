import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../shared/page/error-state.tsx'

/** A page that could not be shown, inside the frame, which still works. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <ErrorState
      isPage
      error={error}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
