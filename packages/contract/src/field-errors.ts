/**
 * The only table of the rules that fields break: what `errors` of a problem and the faults of an import name in `code`. Codes are
 * added, never renamed; the message beside them says it in English, with the limit or the place.
 */
export const FIELD_ERRORS = [
  // Keywords of JSON Schema.
  ...['required', 'additionalProperties', 'type', 'enum', 'const', 'pattern', 'format', 'anyOf', 'oneOf', 'not'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'propertyNames'],
  // Rules of single fields.
  ...['calendar', 'credential', 'cursor', 'dataset', 'date', 'day', 'duplicate', 'image', 'invalid', 'issuer', 'mismatch'],
  ...['other_building', 'parent', 'past', 'personal', 'position', 'range', 'repeated', 'rule', 'several_parents', 'text'],
  ...['timestamp', 'unavailable', 'unknown_field', 'unknown_parameter'],
  // Rules between the entries of a file, and between a file and what is stored.
  ...['capacity_exceeded', 'capacity_missing', 'day_closed', 'desk_taken', 'duplicate_booking', 'duplicate_day_plan'],
  ...['duplicate_id', 'duplicate_identity', 'duplicate_member', 'duplicate_name', 'ends_before_start', 'entity_not_found'],
  ...['erased', 'group_cycle', 'group_origin', 'group_too_deep', 'inactive', 'invalid_attribute', 'invalid_date'],
  ...['invalid_text', 'invalid_time_zone', 'invalid_timestamp', 'name_taken', 'not_an_office_day', 'parent_changed'],
  ...['reference_incomplete', 'reference_mismatch', 'reference_unknown', 'too_many_faults', 'user_inactive', 'user_origin'],
] as const

export type FieldErrorCode = (typeof FIELD_ERRORS)[number]
