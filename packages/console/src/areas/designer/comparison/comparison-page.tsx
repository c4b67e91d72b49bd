import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { definitionsQuery, definitionXmlQuery, type DefinitionSummary } from '../queries.ts'
import { Changes } from './changes.tsx'
import { otherVersions, usualOther } from './versions.ts'

const route = getRouteApi('/processes/$definitionId/comparison')

/** What one version of a process says otherwise than another one. */
export function ComparisonPage() {
  const { t } = useTranslation('designer')
  const { definitionId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const all = useQuery(definitionsQuery)
  const version = all.data?.find(({ id }) => id === definitionId)
  const others = version === undefined ? [] : otherVersions(all.data ?? [], version)
  const other =
    version && (others.find(({ id }) => id === search.with) ?? usualOther(others, version))
  return (
    <Page>
      <nav>
        <Link to="/processes/$definitionId" params={{ definitionId }}>
          ← {version?.name ?? t('title')}
        </Link>
      </nav>
      <PageHeader
        title={t('compare.title')}
        lead={version && t('compare.lead', { name: version.name, version: version.version })}
        actions={
          other !== undefined && (
            <NativeSelect
              label={t('compare.with')}
              data={others.map((one) => ({ value: one.id, label: versionWords(one, t) }))}
              value={other.id}
              onChange={({ currentTarget: { value } }) =>
                void navigate({ search: { with: value }, replace: true })
              }
            />
          )
        }
      />
      {all.isPending && <BlockSkeleton lines={6} />}
      {all.isError && <ErrorState error={all.error} onRetry={() => void all.refetch()} />}
      {all.isSuccess && (version === undefined || other === undefined) && (
        <EmptyState icon="flow" title={t('compare.alone')} />
      )}
      {version !== undefined && other !== undefined && <Compared before={other} after={version} />}
    </Page>
  )
}

const versionWords = (
  { version, status }: DefinitionSummary,
  t: ReturnType<typeof useTranslation<'designer'>>['t'],
) => `${t('versionNo', { version })} · ${t(`status.${status}`)}`

function Compared(props: {
  readonly before: DefinitionSummary
  readonly after: DefinitionSummary
}) {
  const before = useQuery(definitionXmlQuery(props.before.id, props.before.revision))
  const after = useQuery(definitionXmlQuery(props.after.id, props.after.revision))
  const error = before.error ?? after.error
  if (error !== null) {
    const retry = () => void Promise.all([before.refetch(), after.refetch()])
    return <ErrorState error={error} onRetry={retry} />
  }
  if (before.data === undefined || after.data === undefined) return <BlockSkeleton lines={6} />
  return (
    <Changes
      before={{ ...props.before, xml: before.data }}
      after={{ ...props.after, xml: after.data }}
    />
  )
}
