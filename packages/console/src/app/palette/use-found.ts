import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { may, useMe } from '../../me/me.ts'
import { typeAndNumber } from '../../shared/biz-number.ts'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { useTranslation } from '../../text/i18n.ts'
import type { Find } from './find.ts'
import {
  approvalsQuery,
  documentsQuery,
  peopleQuery,
  type Approvals,
  type Documents,
  type People,
} from './queries.ts'

interface Found {
  readonly finds: readonly Find[]
  readonly isLoading: boolean
  /** What could not be searched; what was found elsewhere is there all the same. */
  readonly error: Error | null
  readonly retry: () => void
}

/** What the services know by this text; they say nothing of what the person may not see. */
export function useFound(q: string): Found {
  const me = useMe()
  const enabled = q !== ''
  const approvals = useQuery({ ...approvalsQuery(q), enabled })
  const documents = useQuery({
    ...documentsQuery(q),
    enabled: enabled && may(me, 'dms:document:read'),
  })
  // Whoever may not open a person's page has nothing to find there.
  const people = useQuery({ ...peopleQuery(q), enabled: enabled && may(me, 'iam:user:read') })
  const asked = [approvals, documents, people]
  const toFinds = useFinds()
  return {
    finds: toFinds({
      approvals: approvals.data,
      documents: documents.data,
      people: people.data,
    }),
    isLoading: asked.some(({ isFetching, data }) => isFetching && data === undefined),
    error: asked.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { isError, refetch } of asked) if (isError) void refetch()
    },
  }
}

interface Answers {
  readonly approvals: Approvals | undefined
  readonly documents: Documents | undefined
  readonly people: People | undefined
}

function useFinds() {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const typeName = useBizTypeName()
  const openApproval = (id: string) => () => void navigate({ to: '/approvals/$id', params: { id } })
  return ({ approvals, documents, people }: Answers): readonly Find[] => [
    ...(approvals?.tasks ?? []).map(({ taskNo, instance: { id, title } }) => ({
      id: `approval ${id}`,
      group: 'approvals' as const,
      label: title,
      hint: t('waits'),
      icon: 'inbox' as const,
      run: () => void navigate({ to: '/inbox', search: { task: taskNo } }),
    })),
    ...(approvals?.instances ?? []).map(({ id, title, bizType, bizId }) => ({
      id: `approval ${id}`,
      group: 'approvals' as const,
      label: title,
      hint: typeAndNumber(typeName(bizType), bizId),
      icon: 'send' as const,
      run: openApproval(id),
    })),
    ...(documents ?? []).map(({ id, title }) => ({
      id: `document ${id}`,
      group: 'documents' as const,
      label: title,
      icon: 'document' as const,
      run: () => void navigate({ to: '/documents/$documentId', params: { documentId: id } }),
    })),
    ...(people ?? []).map(({ id, name, detail }) => ({
      id: `person ${id}`,
      group: 'people' as const,
      label: name,
      hint: detail,
      icon: 'user' as const,
      run: () => void navigate({ to: '/people/$userId', params: { userId: id } }),
    })),
  ]
}
