import type { ApprovalTree } from '@countersign/contracts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { Page } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { Designer } from './designer.tsx'
import { definitionQuery, definitionXmlQuery, type Content } from './queries.ts'

const route = getRouteApi('/processes/$definitionId')

/** One version of a process: drawn while it is a draft, looked at afterwards. */
export function ProcessPage() {
  const { definitionId } = route.useParams()
  const definition = useQuery(definitionQuery(definitionId))
  const xml = useQuery({
    ...definitionXmlQuery(definitionId, definition.data?.revision ?? 0),
    enabled: definition.data !== undefined && definition.data.tree === null,
  })
  const error = definition.error ?? xml.error
  const content = contentOf(definition.data?.tree, xml.data)
  if (definition.data === undefined || content === undefined) {
    return error === null ? (
      <Page>
        <BlockSkeleton lines={8} />
      </Page>
    ) : (
      <ErrorState error={error} onRetry={() => void definition.refetch()} />
    )
  }
  const { id, revision } = definition.data
  return <Designer key={`${id} ${revision}`} definition={definition.data} content={content} />
}

/** The service keeps the tree as it was sent. */
function contentOf(tree: unknown, xml: string | undefined): Content | undefined {
  if (tree !== undefined && tree !== null) return { tree: tree as ApprovalTree }
  return xml === undefined ? undefined : { bpmnXml: xml }
}
