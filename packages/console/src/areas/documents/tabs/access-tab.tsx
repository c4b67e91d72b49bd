import {
  ActionIcon,
  Button,
  Chip,
  Group,
  SegmentedControl,
  Stack,
  Switch,
  Text,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dms, unwrap } from '../../../api/clients.ts'
import { ErrorAlert } from '../../../shared/error-alert.tsx'
import { ErrorState } from '../../../shared/error-state.tsx'
import { Icon } from '../../../shared/icon.tsx'
import { notifyDone } from '../../../shared/notify.ts'
import { useNames, type Principal } from '../../../shared/people.ts'
import { PrincipalSelect } from '../../../shared/principal-select.tsx'
import { BlockSkeleton } from '../../../shared/skeletons.tsx'
import { AccessCheck } from '../access-check.tsx'
import { aclQuery, type Acl, type DmsDocument, type Right } from '../queries.ts'

const rights = ['read', 'download', 'write', 'manage'] as const
type Entry = Acl['entries'][number]

export function AccessTab({ document }: { readonly document: DmsDocument }) {
  const acl = useQuery(aclQuery(document.id))
  if (acl.isPending) return <BlockSkeleton />
  if (acl.isError) return <ErrorState error={acl.error} onRetry={() => void acl.refetch()} />
  return (
    <Stack gap="xl">
      <AclForm key={acl.data.revision} documentId={document.id} acl={acl.data} />
      <AccessCheck documentId={document.id} />
    </Stack>
  )
}

/** Who may do what, and who may not whatever else allows it. Saved as a whole. */
function AclForm({ documentId, acl }: { readonly documentId: string; readonly acl: Acl }) {
  const { t } = useTranslation('documents')
  const queries = useQueryClient()
  const [inherit, setInherit] = useState(acl.inherit)
  const [entries, setEntries] = useState<readonly Entry[]>(acl.entries)
  const isChanged = inherit !== acl.inherit || entries !== acl.entries
  const nameOf = useNames(entries.map(({ principal }) => principal.id ?? null))
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        dms.PUT('/api/dms/documents/{documentId}/acl', {
          params: { path: { documentId } },
          body: { inherit, entries: [...entries], revision: acl.revision },
        }),
      ),
    onSuccess: async () => {
      notifyDone(t('access.saved'))
      await queries.invalidateQueries({ queryKey: ['dms', 'documents', documentId] })
    },
  })
  const add = (principal: Principal | null) => {
    if (principal === null) return
    const { kind, id } = principal
    if (entries.some((entry) => entry.principal.kind === kind && entry.principal.id === id)) return
    setEntries([...entries, { principal: { kind, id }, allow: ['read', 'download'] }])
  }
  return (
    <section aria-label={t('tab.access')}>
      <Switch
        label={t('access.inherit')}
        checked={inherit}
        onChange={({ currentTarget }) => setInherit(currentTarget.checked)}
        mb="md"
      />
      {entries.length === 0 && <Text c="dimmed">{t('access.nobody')}</Text>}
      <Stack gap="sm">
        {entries.map((entry, index) => (
          <EntryLine
            key={keyOf(entry)}
            entry={entry}
            name={
              entry.principal.kind === 'public'
                ? t('access.public')
                : nameOf(entry.principal.id ?? '')
            }
            onChange={(next) => setEntries(entries.with(index, next))}
            onRemove={() => setEntries(entries.filter((each) => each !== entry))}
          />
        ))}
      </Stack>
      <Group align="flex-end" mt="md">
        <PrincipalSelect
          label={t('access.add')}
          kinds={['user', 'role', 'department']}
          value={null}
          onChange={add}
        />
      </Group>
      <Button mt="md" disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
        {t('access.save')}
      </Button>
      <ErrorAlert error={save.error} />
    </section>
  )
}

const keyOf = ({ principal }: Entry) => `${principal.kind} ${principal.id ?? ''}`

function EntryLine(props: {
  readonly entry: Entry
  readonly name: string
  readonly onChange: (entry: Entry) => void
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('documents')
  const { entry, name } = props
  const isDenied = (entry.deny?.length ?? 0) > 0
  const chosen = (isDenied ? entry.deny : entry.allow) ?? []
  const set = (effect: 'allow' | 'deny', next: Right[]) =>
    props.onChange({ principal: entry.principal, [effect]: next })
  return (
    <Group role="group" aria-label={name} justify="space-between">
      <Text fw={550} miw="10rem">
        {name}{' '}
        <Text span size="xs" c="dimmed">
          {t(`access.kind.${entry.principal.kind}`)}
        </Text>
      </Text>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('access.effect', { name })}
          data={[
            { value: 'allow', label: t('access.allow') },
            { value: 'deny', label: t('access.deny') },
          ]}
          value={isDenied ? 'deny' : 'allow'}
          onChange={(effect) => set(effect, chosen)}
        />
        <Chip.Group
          multiple
          value={chosen}
          onChange={(next) =>
            set(
              isDenied ? 'deny' : 'allow',
              rights.filter((right) => next.includes(right)),
            )
          }
        >
          {rights.map((right) => (
            <Chip key={right} value={right} size="xs">
              {t(`right.${right}`)}
            </Chip>
          ))}
        </Chip.Group>
        <ActionIcon
          variant="subtle"
          aria-label={t('access.remove', { name })}
          onClick={props.onRemove}
        >
          <Icon name="cross" size={16} />
        </ActionIcon>
      </Group>
    </Group>
  )
}
