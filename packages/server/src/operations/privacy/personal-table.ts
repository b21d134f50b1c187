/**
 * What a table holds of people. Conditions and expressions are SQL about a row `t`, of these parameters:
 *
 * - `$user` the person's id, `$pseudonym` what they are called afterwards;
 * - `$names` a regular expression that finds texts that are the id, userName, e-mail or full name, `$logins` one for the second
 *   and third, `$fullNames` for the last of them;
 * - `$cards` numbers of cards, scan data and names that sources have for the person;
 * - `$mentioned` a regular expression that finds userName, e-mail and full name in a text, `$own` one that finds first and last
 *   name alone as well, for texts that are about the person anyway;
 * - `$utcDays` UTC days with presence of the person; `$visitDays` local days on which they visited, and `$visitEmails`,
 *   `$visitNames` and `$visitBadges` what they were known by then.
 */
export interface PersonalTable {
  /** Rows that are about the person, which an export shows. Absent if a table contains no people. */
  readonly rows?: string
  /** Rows that erasing removes or changes, where they are others; none of them is found a second time. */
  readonly erases?: string
  /** Whether those rows go, or which columns become what. */
  readonly erase?: 'delete' | Readonly<Record<string, string>>
  /** What else changes of those rows. */
  readonly sets?: Readonly<Record<string, string>>
  /** Columns that refer to a user by id only. They stay: an erased id leads to no person. */
  readonly refers?: string
  /** Copies, which the next refresh publishes again without the person. */
  readonly copies?: string
  /** Secrets, which an export leaves out. */
  readonly secrets?: string
  /** All other columns. They say nothing about people, or are deleted with their row. */
  readonly others: string
}
