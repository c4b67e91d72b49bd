import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { Page } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { Designer } from './designer.tsx'
import { drawnQuery } from './queries.ts'

const route = getRouteApi('/processes/$definitionId')

/** One version of a process: drawn while it is a draft, looked at afterwards. */
export function ProcessPage() {
  const { definitionId } = route.useParams()
  const { data, error, refetch } = useQuery(drawnQuery(definitionId))
  if (data === undefined) {
    return error === null ? (
      <Page>
        <BlockSkeleton lines={8} />
      </Page>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  return <Designer key={data.kept.id} stored={data} />
}
