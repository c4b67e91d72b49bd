import { sql, type RawBuilder } from 'kysely'

/** The ways on which the deployment tells people. */
export interface Channels {
  readonly mail: boolean
  readonly push: boolean
}

/**
 * Selects on which ways somebody wants to be told, and how a notice begins that no mail is wanted of.
 *
 * @param person What has their `tenant_id` and `user_id`.
 */
export const wantedBy = (person: RawBuilder<unknown>, { mail, push }: Channels) => sql`
  select way.mail, way.push,
    case when not way.mail then now() end as settled_at,
    case when not way.mail then 'unwanted' end as outcome
  from (
    select
      ${mail}::boolean and not exists (
        select from notice_preferences as preference
        where preference.tenant_id = ${person}.tenant_id and preference.user_id = ${person}.user_id
          and preference.mail = 'off'
      ) as mail,
      ${push}::boolean and exists (
        select from push_subscriptions as device
        where device.tenant_id = ${person}.tenant_id and device.user_id = ${person}.user_id
      ) as push
  ) as way`

/**
 * Has the devices of people told what is in `noticed`: not before they have rested from the last message, nor sooner where
 * the last one failed. Rows of devices are locked in their order.
 */
export const pushNoticed = sql`
  device as (
    select subscription.tenant_id, subscription.id, noticed.id as notice_id
    from noticed join push_subscriptions as subscription
      on subscription.tenant_id = noticed.tenant_id and subscription.user_id = noticed.user_id
    order by subscription.tenant_id, subscription.id
    for no key update of subscription
  ), pushed as (
    insert into push_notices (tenant_id, subscription_id, notice_id)
    select tenant_id, id, notice_id from device
  ), woken as (
    update push_subscriptions as subscription set due_at = case
      when subscription.attempts > 0 and subscription.due_at is not null then subscription.due_at
      else least(subscription.due_at, greatest(now(), subscription.rests_until)) end
    where (subscription.tenant_id, subscription.id) in (select tenant_id, id from device)
  )`
