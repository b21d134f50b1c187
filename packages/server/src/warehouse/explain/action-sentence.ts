import { shownReason } from '../../planning/timeoff/timeoff-types.ts'

type State = 'before' | 'after'

const STATES: readonly State[] = ['before', 'after']

const nameOf = (state: State, node: 'location' | 'zone' | 'place'): string =>
  `coalesce(${state}_${node}.name, 'an unknown place')`

const planOf = (state: State): string => `
  case a.${state} ->> 'plan'
    when 'o' then 'office' || coalesce(' in ' || ${state}_location.name, '')
    when 'r' then 'remote'
    when 'a' then 'away'
    else 'nothing'
  end`

const nodeOf = (state: State): string => `
  case a.${state} ->> 'depth'
    when '3' then concat('desk ', ${nameOf(state, 'place')}, ' in ', ${nameOf(state, 'zone')}, ', ', ${nameOf(state, 'location')})
    when '2' then concat('a place in ', ${nameOf(state, 'zone')}, ', ', ${nameOf(state, 'location')})
    else concat('a day in ', ${nameOf(state, 'location')})
  end`

/**
 * Describes an entry `a` of the log of user actions in one plain sentence without a period. SQL builds it, so that any number of
 * rows can be streamed. Needs `ACTION_NODES`.
 */
export const ACTION_SENTENCE = `
  case a.action
    when 'planSet' then concat('Planned ', ${planOf('after')})
    when 'planChanged' then concat('Changed the plan from ', ${planOf('before')}, ' to ', ${planOf('after')})
    when 'planRemoved' then concat('Removed the plan ', ${planOf('before')})
    when 'booked' then concat('Booked ', ${nodeOf('after')})
    when 'moved' then concat('Moved the booking from ', ${nodeOf('before')}, ' to ', ${nodeOf('after')})
    when 'cancelled' then concat(
      case a.changed_by when 'auto-release' then 'Released ' else 'Canceled the booking of ' end, ${nodeOf('before')})
    when 'checkedIn' then concat('Checked in at ', ${nodeOf('after')})
    when 'weekPlanChanged' then 'Changed the week plan'
    when 'erased' then 'Erased the person'
  end`

/** Joins the nodes that the sentence mentions. */
export const ACTION_NODES = STATES.map(
  (state) => `
  left join locations ${state}_location
    on ${state}_location.org_id = a.org_id and ${state}_location.id = (a.${state} ->> 'locationId')::uuid
  left join zones ${state}_zone on ${state}_zone.org_id = a.org_id and ${state}_zone.id = (a.${state} ->> 'zoneId')::uuid
  left join places ${state}_place on ${state}_place.org_id = a.org_id and ${state}_place.id = (a.${state} ->> 'placeId')::uuid`,
).join('')

const namesOf = (state: State): string => `
  json_build_object(
    'locationName', ${state}_location.name, 'zoneName', ${state}_zone.name, 'placeName', ${state}_place.name)`

/** The columns of `UserAction`, of entries `a`. */
export const actionColumns = (showsTypes: boolean): string => `
  a.action_id as "actionId", iso_timestamp(a.recorded_at) as timestamp, a.user_id as "userId", a.day, a.action,
  ${ACTION_SENTENCE} as description, a.changed_by as "changedBy", a.changed_by_user_id as "changedByUserId",
  ${shownReason('a', `${showsTypes}`)} as reason, a.before, a.after,
  json_build_object('before', ${namesOf('before')}, 'after', ${namesOf('after')}) as names`
