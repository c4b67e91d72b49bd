import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dms, unwrap } from '../../../api/clients.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { PrincipalSelect } from '../../../shared/people/principal-select.tsx'
import { notifyDone } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { aclQuery, type Acl, type DmsDocument } from '../queries.ts'
import { AccessCheck } from './access-check.tsx'
import { withPrincipal, type AclEntry } from './acl-entries.ts'
import { EntryLine } from './entry-line.tsx'

export function AccessTab({ document }: { readonly document: DmsDocument }) {
  const acl = useQuery(aclQuery(document.id))
  if (acl.isPending) return <BlockSkeleton />
  if (acl.isLoadingError) return <ErrorState error={acl.error} onRetry={() => void acl.refetch()} />
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
  const [inherit, setInherit] = useState(acl.inherit)
  const [entries, setEntries] = useState(acl.entries as readonly AclEntry[])
  const isChanged = inherit !== acl.inherit || entries !== acl.entries
  const nameOf = useNames(entries.map(({ principal }) => principal.id ?? null))
  const named = ({ principal: { kind, id = '' } }: AclEntry) =>
    kind === 'public' ? t('access.public') : nameOf(id)
  const save = useSaveAcl(documentId)
  return (
    <div>
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
        disabled={!isChanged}
        loading={save.isPending}
        onClick={() => save.mutate({ inherit, entries: [...entries], revision: acl.revision })}
      >
        {t('access.save')}
      </Button>
      <ErrorAlert error={save.error} />
    </div>
  )
}

const keyOf = ({ principal }: AclEntry) => `${principal.kind} ${principal.id ?? ''}`

function useSaveAcl(documentId: string) {
  const { t } = useTranslation('documents')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Acl) =>
      unwrap(
        dms.PUT('/api/dms/documents/{documentId}/acl', { params: { path: { documentId } }, body }),
      ),
    onSuccess: async () => {
      notifyDone(t('access.saved'))
      await queries.invalidateQueries({ queryKey: ['dms', 'documents', documentId] })
    },
  })
}
