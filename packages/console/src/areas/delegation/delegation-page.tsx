import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page, Panel } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { Tag, type Tone } from '../../shared/status-badge.tsx'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { formatDay } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import { DelegationForm } from './delegation-form.tsx'
import { lastMoment, phaseOf, type Phase } from './periods.ts'
import { delegationsQuery, replaceDelegations, type Delegation } from './queries.ts'

interface Delegations {
  readonly items: readonly Delegation[]
  readonly revision: number
}

const tones: Readonly<Record<Phase, Tone>> = { active: 'good', coming: 'info', over: 'plain' }

/** Who decides while one is away: new tasks go to them. */
export function DelegationPage() {
  const { t } = useTranslation('delegation')
  const { data, error, refetch } = useQuery(delegationsQuery)
  const [isAdding, setAdding] = useState(false)
  const save = useSave()
  const isLoaded = data !== undefined
  return (
    <Page narrow>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          isLoaded && !isAdding && <Button onClick={() => setAdding(true)}>{t('add')}</Button>
        }
      />
      {isAdding && isLoaded && (
        <NewDelegation stored={data} save={save} onClose={() => setAdding(false)} />
      )}
      {!isAdding && <ErrorAlert error={save.error} />}
      {!isLoaded && error === null && <BlockSkeleton lines={3} />}
      {!isLoaded && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && !isAdding && (
        <EmptyState icon="away" title={t('empty')} hint={t('emptyHint')} />
      )}
      {data?.items.map((item, index) => (
        // Nothing else tells two of them apart, and the order is theirs.
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <Panel key={`${item.to.id} ${item.from} ${index}`}>
          <Item
            item={item}
            isSaving={save.isPending}
            onRemove={() =>
              save.mutate({
                items: data.items.filter((other) => other !== item),
                revision: data.revision,
              })
            }
          />
        </Panel>
      ))}
    </Page>
  )
}

function useSave() {
  const { t } = useTranslation('common')
  const queryClient = useQueryClient()
  return useMutation({
    // What is over decides nothing, and may name whom the service no longer takes.
    mutationFn: ({ items, revision }: Delegations) =>
      replaceDelegations(
        items.filter((item) => phaseOf(item, Date.now()) !== 'over'),
        revision,
      ),
    onSuccess: (saved) => {
      queryClient.setQueryData(delegationsQuery.queryKey, saved)
      notifyDone(t('state.saved'))
    },
    // What was changed elsewhere is read, so that the next attempt builds on it.
    onError: () => queryClient.invalidateQueries(delegationsQuery),
  })
}

function NewDelegation(props: {
  readonly stored: Delegations
  readonly save: ReturnType<typeof useSave>
  readonly onClose: () => void
}) {
  const { save, onClose } = props
  const { items, revision } = props.stored
  return (
    <DelegationForm
      error={save.error}
      isSaving={save.isPending}
      onCancel={() => {
        save.reset()
        onClose()
      }}
      onSave={(added) =>
        save.mutate({ items: [...items, added], revision }, { onSuccess: onClose })
      }
    />
  )
}

function Item(props: {
  readonly item: Delegation
  readonly isSaving: boolean
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('delegation')
  const nameOf = useBizTypeName()
  const { to, from, until, bizTypes } = props.item
  const phase = phaseOf(props.item, Date.now())
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={600}>{to.name}</Text>
          <Tag tone={tones[phase]}>{t(`phase.${phase}`)}</Tag>
        </Group>
        <Text size="sm" c="dimmed">
          {formatDay(from)} – {formatDay(lastMoment(until))} ·{' '}
          {bizTypes === null ? t('allTypes') : bizTypes.map(nameOf).join(', ')}
        </Text>
      </Stack>
      <Button
        variant="subtle"
        color="red"
        disabled={props.isSaving}
        aria-label={t('removeOf', { name: to.name })}
        onClick={props.onRemove}
      >
        {t('common:action.remove')}
      </Button>
    </Group>
  )
}
