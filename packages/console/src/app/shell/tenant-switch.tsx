import { signIn } from '../../auth/session.ts'
import { useMe } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import { MenuButton } from '../../shared/menu/menu-button.tsx'
import { useTranslation } from '../../text/i18n.ts'
import classes from './tenant-switch.module.css'

/** The tenant that everything shown belongs to, and the way to another: by a new token for it. */
export function TenantSwitch() {
  const { t } = useTranslation('common')
  const { tenants, tenantId } = useMe()
  const current = tenants.find(({ id }) => id === tenantId)
  if (tenants.length < 2) {
    return (
      <span className={classes.name} title={t('shell.tenant')}>
        {current?.name}
      </span>
    )
  }
  return (
    <MenuButton
      label={`${t('shell.switchTenant')}: ${current?.name ?? ''}`}
      face={
        <>
          <span className={classes.name}>{current?.name}</span>
          <Icon name="down" size={14} />
        </>
      }
      items={tenants.map(({ id, name }) => ({
        id,
        label: name,
        isChosen: id === tenantId,
        // What is shown belongs to the other tenant: start at its inbox.
        run: () => void signIn({ tenantId: id, returnTo: '/console/' }),
      }))}
    />
  )
}
