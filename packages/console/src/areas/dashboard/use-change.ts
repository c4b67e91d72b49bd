import { getRouteApi } from '@tanstack/react-router'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import type { DashboardSearch } from './search.ts'

const route = getRouteApi('/dashboard')

type Change = { [K in keyof DashboardSearch]?: DashboardSearch[K] | undefined }

/** Changes what the address of the dashboard says. */
export function useChange(): (next: Change) => void {
  const navigate = route.useNavigate()
  return (next) => {
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
  }
}
