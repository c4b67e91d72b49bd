import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dms, unwrap } from '../../../api/clients.ts'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useEdited, type Sent } from '../../../shared/form/use-edited.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { PrincipalSelect } from '../../../shared/people/principal-select.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { aclQuery, type Acl, type DmsDocument } from '../queries.ts'
import { AccessCheck } from './access-check.tsx'
import { toSend, withPrincipal, type AclEntry } from './acl-entries.ts'
import { EntryLine } from './entry-line.tsx'

export function AccessTab({ document }: { readonly document: DmsDocument }) {
  const acl = useQuery(aclQuery(document.id))
  if (acl.isPending) return <BlockSkeleton />
  if (acl.isLoadingError) return <ErrorState error={acl.error} onRetry={() => void acl.refetch()} />
  return (
    <Stack gap="xl">
      <AclForm key={document.id} documentId={document.id} acl={acl.data} />
      <AccessCheck documentId={document.id} />
    </Stack>
  )
}

interface Rules {
  readonly inherit: boolean
  readonly entries: readonly AclEntry[]
}

/** Who may do what, and who may not whatever else allows it. Saved as a whole. */
function AclForm({ documentId, acl }: { readonly documentId: string; readonly acl: Acl }) {
  const { t } = useTranslation('documents')
  const { values, setValues, edited } = useRules(acl)
  const { inherit, entries } = values
  const setEntries = (next: readonly AclEntry[]) => setValues({ inherit, entries: next })
  const nameOf = useNames(entries.map(({ principal }) => principal.id ?? null))
  const named = ({ principal: { kind, id = '' } }: AclEntry) =>
    kind === 'public' ? t('access.public') : nameOf(id)
  const save = useSaveAcl(documentId)
  return (
    <div>
      <EditNotices edited={edited} />
      <Switch
        label={t('access.inherit')}
        checked={inherit}
        onChange={({ currentTarget }) => setValues({ inherit: currentTarget.checked, entries })}
        mb="md"
      />
      {entries.length === 0 && <Text c="dimmed">{t('access.nobody')}</Text>}
      <Stack gap="sm">
        {entries.map((entry, index) => (
          <EntryLine
            key={keyOf(entry)}
            entry={entry}
            name={named(entry)}
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
          onChange={(principal) => setEntries(withPrincipal(entries, principal))}
        />
      </Group>
      <Button
        mt="md"
        disabled={!edited.isChanged}
        loading={save.isPending}
        onClick={() => save.mutate({ values, edited })}
      >
        {t('access.save')}
      </Button>
      <ErrorAlert error={save.error} />
    </div>
  )
}

function useRules(acl: Acl) {
  const content: Rules = { inherit: acl.inherit, entries: acl.entries as readonly AclEntry[] }
  const [values, setValues] = useState(content)
  return { values, setValues, edited: useEdited({ kept: acl, content }, values, setValues) }
}

const keyOf = ({ principal }: AclEntry) => `${principal.kind} ${principal.id ?? ''}`

function useSaveAcl(documentId: string) {
  const { t } = useTranslation('documents')
  return useChange({
    key: ['dms', 'documents', documentId],
    done: t('access.saved'),
    change: async ({ values, edited }: Sent<Acl, Rules>) => {
      const params = { path: { documentId } }
      const { inherit, entries } = values
      const body: Acl = { inherit, entries: entries.map(toSend), revision: edited.kept.revision }
      const kept = await unwrap(dms.PUT('/api/dms/documents/{documentId}/acl', { params, body }))
      edited.saved({ kept, content: values })
    },
  })
}
