import { ActionIcon, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dms, unwrap } from '../../../api/clients.ts'
import { may, useMe } from '../../../me/me.ts'
import { Icon } from '../../../shared/icon.tsx'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { isLockedFor } from '../locked.ts'
import type { DmsDocument, Version } from '../queries.ts'
import { useRecords } from './use-records.tsx'

/** What can be done with one version; empty menus are not shown. */
export function VersionMenu(props: {
  readonly document: DmsDocument
  readonly version: Version
  readonly onDownload: () => void
  readonly onRestore: () => void
}) {
  const { t } = useTranslation('documents')
  const { document, version } = props
  const { rights = [], lock } = document
  const me = useMe()
  const mayWrite = may(me, 'dms:document:write') && !isLockedFor(me, lock)
  const state = useStateChange(document)
  const downloads = rights.includes('download')
  const writes = mayWrite && rights.includes('write')
  const manages = mayWrite && rights.includes('manage')
  const records = useRecords(document, version, writes)
  if (!downloads && !writes && !records.areThere) return null
  return (
    <>
      <Menu position="bottom-end" portalProps={{ target: 'main' }}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            aria-label={t('versions.actions', { version: version.versionNo })}
          >
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {downloads && <Menu.Item onClick={props.onDownload}>{t('action.download')}</Menu.Item>}
          {writes && version.id !== document.currentVersionId && (
            <Menu.Item onClick={props.onRestore}>{t('versions.restore')}</Menu.Item>
          )}
          {manages && version.status === 'APPROVED' && (
            <Menu.Item onClick={() => state.mutate({ id: version.id, to: 'publish' })}>
              {t('versions.publish')}
            </Menu.Item>
          )}
          {manages && version.status === 'PUBLISHED' && (
            <Menu.Item onClick={() => state.mutate({ id: version.id, to: 'archive' })}>
              {t('versions.archive')}
            </Menu.Item>
          )}
          {records.areThere && <Menu.Item onClick={records.open}>{t('record.title')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {records.dialog}
    </>
  )
}

function useStateChange({ id }: DmsDocument) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: { readonly id: string; readonly to: 'publish' | 'archive' }) => {
      const params = { path: { versionId: change.id } }
      await unwrap(
        change.to === 'publish'
          ? dms.POST('/api/dms/versions/{versionId}/publish', { params })
          : dms.POST('/api/dms/versions/{versionId}/archive', { params }),
      )
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dms', 'documents', id] }),
    onError: notifyProblem,
  })
}
