import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { formatTime } from '../../../text/format.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { definitionQuery, type Definition } from '../queries.ts'
import { BeginForm } from './begin-form.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { isUnderWay, simulationQuery, simulationsQuery, type Simulation } from './queries.ts'
import { ResultsPanel } from './results.tsx'
import { SummaryPanels } from './summary.tsx'

const route = getRouteApi('/processes/$definitionId/simulations')

/** "What if we had decided by this last quarter?": a version tried on the approvals that ended. */
export function SimulationsPage() {
  const { t } = useTranslation('designer')
  const { definitionId } = route.useParams()
  const { simulation } = route.useSearch()
  const navigate = route.useNavigate()
  const definition = useQuery(definitionQuery(definitionId))
  const all = useQuery(simulationsQuery(definitionId))
  const show = (id: string) => void navigate({ search: { simulation: id } })
  const error = definition.error ?? all.error
  if (error !== null) {
    const retry = () => void Promise.all([definition.refetch(), all.refetch()])
    return <ErrorState error={error} onRetry={retry} />
  }
  const shown = simulation ?? all.data?.[0]?.id
  return (
    <Page>
      <nav>
        <Link to="/processes/$definitionId" params={{ definitionId }}>
          ← {definition.data?.name ?? t('title')}
        </Link>
      </nav>
      <PageHeader
        title={t('simulations.action')}
        lead={
          definition.data === undefined
            ? undefined
            : t('simulations.lead', {
                name: definition.data.name,
                version: definition.data.version,
              })
        }
        actions={<Earlier all={all.data ?? []} shown={shown} onShow={show} />}
      />
      <BeginForm definitionId={definitionId} onBegun={show} />
      {all.isPending && <BlockSkeleton lines={4} />}
      {all.data !== undefined && shown === undefined && (
        <EmptyState
          icon="search"
          title={t('simulations.empty.title')}
          hint={t('simulations.empty.hint')}
        />
      )}
      {shown !== undefined && definition.data !== undefined && (
        <Shown id={shown} definition={definition.data} />
      )}
    </Page>
  )
}

function Shown({ id, definition }: { readonly id: string; readonly definition: Definition }) {
  const { t } = useTranslation('designer')
  const { data, error, refetch } = useQuery(simulationQuery(id))
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <BlockSkeleton lines={4} />
  if (data.definition.id !== definition.id) {
    return (
      <EmptyState
        icon="search"
        title={t('simulations.elsewhere.title')}
        hint={t('simulations.elsewhere.hint')}
      />
    )
  }
  const isOlderDraft =
    definition.status === 'DRAFT' && definition.revision !== data.definition.revision
  const hasFindings = !isUnderWay(data) && data.done > 0
  return (
    <>
      <ProgressPanel simulation={data} isOlderDraft={isOlderDraft} />
      {hasFindings && <SummaryPanels id={id} />}
      {hasFindings && <ResultsPanel key={id} id={id} />}
    </>
  )
}

function Earlier(props: {
  readonly all: readonly Simulation[]
  readonly shown: string | undefined
  readonly onShow: (id: string) => void
}) {
  const { t } = useTranslation('designer')
  const { all, shown } = props
  if (all.length < 2) return null
  return (
    <NativeSelect
      aria-label={t('simulations.earlier')}
      value={shown ?? ''}
      onChange={({ currentTarget }) => props.onShow(currentTarget.value)}
      data={all.map(({ id, createdAt, createdBy }) => ({
        value: id,
        label: t('simulations.earlierOne', {
          moment: formatTime(createdAt),
          name: createdBy.name,
        }),
      }))}
    />
  )
}
