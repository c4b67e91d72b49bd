import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { decisionQuery } from './queries.ts'
import { TableEditor } from './table-editor.tsx'

const route = getRouteApi('/decision-tables/$decisionId')

/** One version of a decision table: written while it is a draft, looked at afterwards. */
export function DecisionPage() {
  const { decisionId } = route.useParams()
  const { data, error, refetch } = useQuery(decisionQuery(decisionId))
  if (data === undefined) {
    return error === null ? (
      <Page>
        <BlockSkeleton lines={8} />
      </Page>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  return <TableEditor key={data.id} stored={data} />
}
