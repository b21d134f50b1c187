/**
 * The personal data in a table. Conditions and expressions are SQL about a row `t` with these parameters:
 *
 * - `$user` is the person's id, `$pseudonym` the name after erasure.
 * - `$names` is a regular expression that matches texts that equal the id, userName, e-mail or full name; `$logins` matches the
 * userName and e-mail, `$fullNames` the full name.
 * - `$cards` are card numbers, scan data and the person's ids in sources.
 * - `$mentioned` is a regular expression that finds userName, e-mail and full name in a text; `$own` also finds the first and
 * last name by themselves, for texts about the person.
 * - `$utcDays` are UTC days with presence of the person; `$visitDays` are local days of their visits, and `$visitEmails`,
 * `$visitNames` and `$visitBadges` identify them there.
 */
export interface PersonalTable {
  /** Selects rows about the person, which an export contains. Absent if a table contains no personal data. */
  readonly rows?: string
  /** Selects the rows to erase, if they differ. None of them may match a second time. */
  readonly erases?: string
  /** Whether these rows are deleted, or the new values of their columns. */
  readonly erase?: 'delete' | Readonly<Record<string, string>>
  /** Further changes to these rows. */
  readonly sets?: Readonly<Record<string, string>>
  /** Columns that refer to a user by id only. They stay: an erased id leads to no person. */
  readonly refers?: string
  /** Copies of personal data, which the next refresh publishes again without the person. */
  readonly copies?: string
  /** Secrets, which an export leaves out. */
  readonly secrets?: string
  /** All other columns, which contain no personal data or are deleted with their row. */
  readonly others: string
}
