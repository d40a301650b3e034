/** The types of the interface, from its description by the server. Written by script/lib/api_types.py, not by hand. */

/** A text in both languages. */
export type Texts = Record<'es' | 'en', string>

export interface Abort {
  id: string
  expected_seq: number
  type: 'abort'
}

export interface Accept {
  id: string
  expected_seq: number
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  side: 'white' | 'black'
  beaver?: boolean
  type: 'accept'
}

export interface Accepted {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: OfferData
  type: 'accepted'
}

export interface AddChapter {
  chapter: string
  title: string
  rulebook: string
  names: Texts
  sheet: string
  start: string
  options: Record<string, unknown>
  near: 'white' | 'black'
  headers: Texts
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  remarks: Remarks
  nodes: PackedNode[]
  type: 'add_chapter'
}

export interface AddChapters {
  id: string
  chapters: NewChapters
}

export interface AddEntrants {
  entrants: NewEntrantInput[]
  type: 'add'
}

export interface AddNode {
  chapter: string
  node: string
  parent: string
  move: string
  type: 'add'
}

export interface AddOrganizer {
  person?: string | null
  login?: string
  name?: string
  type: 'add_organizer'
}

export interface AllDice {
  statistics: StatisticsView
}

export interface AnalysisView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  error: string | null
  report: Report | DiceReport | null
}

export interface AnswerAppeal {
  appeal: number
  upheld: boolean
  text: string
  type: 'answer_appeal'
}

export interface AnswerExercise {
  rulebook: string
  exercise: string
  act: 'move' | 'hint' | 'solution'
  moves?: string[]
  move?: string | null
}

export interface AnswerView {
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  by: 'white' | 'black' | null
  answer: 'accepted' | 'declined' | 'lapsed'
  value: number | null
}

export interface Appeal {
  round: number
  board: number
  text: string
  entry?: number | null
  type: 'appeal'
}

export interface AppealAnswered {
  appeal: number
  upheld: boolean
  text: string
  type: 'appeal_answered'
}

export interface AppealCase {
  appeal: number
  at: number
  round: number
  board: number
  entry: number
  text: string
  upheld: boolean | null
  answer: string
}

export interface Appealed {
  appeal: number
  round: number
  board: number
  entry: number
  text: string
  type: 'appealed'
}

export interface ArenaPaired {
  game: number
  white: number
  black: number
  type: 'arena_paired'
}

export interface ArenaResult {
  game: number
  result: '1-0' | '1/2-1/2' | '0-1' | '+--' | '--+' | '---' | '0-0' | '1/2-0' | '0-1/2'
  moves: number
  by_hand: boolean
  reason: string
  type: 'arena_result'
}

export interface Arrange {
  round: number
  board: number
  at: number
  entry?: number | null
  type: 'arrange'
}

export interface AskAnalysis {
  game?: string | null
  rulebook?: string | null
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  moves?: string[]
  nodes?: number
  engine?: string | null
  ply?: number | null
}

export interface AskBalance {
  sheets: SheetChoice[]
  game_count?: number
  level?: number
  seed?: number
}

export interface AskBye {
  round: number
  kind?: 'half' | 'zero'
  entry?: number | null
  type: 'bye'
}

export interface AskEquities {
  rulebook: string
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  moves?: string[]
  ply?: number
  most?: number
  also?: string | null
  rolls?: boolean
  match?: MatchInput | null
  scores?: number
}

export interface AskEvaluation {
  rulebook: string
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  moves?: string[]
  nodes?: number
  engine?: string | null
  threat?: boolean
}

export interface AskExercise {
  rulebook: string
  theme?: string | null
  daily?: boolean
  skip?: string | null
  source?: 'all' | 'mine'
}

export interface AskExplorer {
  rulebook: string
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  moves?: string[]
  source?: 'server' | 'mine' | 'collection'
  collection?: string | null
  material?: string | null
  player?: string
  anywhere?: boolean
  colour?: 'white' | 'black' | null
  result?: '1-0' | '0-1' | '1/2-1/2' | '*' | null
  rating_from?: number | null
  rating_to?: number | null
  year_from?: number | null
  year_to?: number | null
}

export interface AskHint {
  whole?: boolean
}

export interface AskRollout {
  rulebook: string
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  moves?: string[]
  turns?: string[]
  trials?: number
  horizon?: number
  ply?: number
  match?: MatchInput | null
  cubeful?: boolean
}

export interface AskThreat {
  ply: number
}

export interface AskTutor {
  seq: number
  move: string
  lang?: 'es' | 'en'
}

export interface AskedBye {
  entry: number
  round: number
  kind: 'half' | 'zero'
}

export interface Atom {
  files: number
  ranks: number
  limit: number
  moves: boolean
  captures: boolean
  lame: boolean
  hop: '' | 'p' | 'g'
}

export interface AtomInput {
  files: number
  ranks: number
  limit?: number
  moves?: boolean
  captures?: boolean
  lame?: boolean
  hop?: '' | 'p' | 'g'
}

export interface BalanceView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  error: string | null
  report: ReportText | null
}

export interface Berserk {
  game: number
  entry?: number | null
  type: 'berserk'
}

export type BerserkData = Record<string, never>

export interface Berserked {
  game: number
  number: number
  type: 'berserked'
}

export interface BesideGame {
  teacher: boolean
  boards: DisplayGame[]
  comments: Comment[]
}

export interface Bin {
  first: number
  last: number
  counts: number[]
}

export interface Blocked {
  person: string
  name: string
  at: number
}

export interface BoardLine {
  board: number
  place: number
  number: number
  name: string
  team: string
  games: number
  points: number
}

export interface BracketMatch {
  round: number
  board: number | null
  places: [BracketPlace, BracketPlace]
  winner: number
  is_bye: boolean
  game: string | null
}

export interface BracketPlace {
  number: number
  name: string
  points: number | null
}

export interface BracketView {
  rounds: BracketMatch[][]
  third: BracketMatch | null
}

export interface Brief {
  goal: string
  courses: Course[]
  points: string[]
  pieces: Record<string, Item[]>
}

export interface Bronstein {
  initial_ms: number
  increment_ms: number
  black: TimeAllowance | null
  first_move_s: number | null
  berserk: boolean
  kind: 'bronstein'
}

export interface BronsteinInput {
  initial_ms: number
  increment_ms?: number
  black?: TimeAllowanceInput | null
  first_move_s?: number | null
  berserk?: boolean
  kind: 'bronstein'
}

export interface Browser {
  id: string
  label: string
  turn: boolean
  offers: boolean
  rounds: boolean
  created_at: number
}

export interface BrowserChoice {
  turn: boolean
  offers: boolean
  rounds?: boolean
}

export interface BrowserKeys {
  p256dh: string
  auth: string
}

export interface Bye {
  number: number
  kind: 'pairing' | 'full' | 'half' | 'zero'
}

export interface ByeAsked {
  entry: number
  round: number
  kind: 'half' | 'zero'
  type: 'bye_asked'
}

export interface ByeView {
  number: number
  name: string
  kind: 'pairing' | 'full' | 'half' | 'zero'
  bot: boolean
}

export interface Byoyomi {
  periods: number
  period_ms: number
  initial_ms: number
  black: Periods | null
  first_move_s: number | null
  berserk: boolean
  kind: 'byoyomi'
}

export interface ByoyomiInput {
  periods: number
  period_ms: number
  initial_ms?: number
  black?: PeriodsInput | null
  first_move_s?: number | null
  berserk?: boolean
  kind: 'byoyomi'
}

export interface CapturedPieces {
  white: string[]
  black: string[]
}

export interface CardMeeting {
  cell: CellView
  name: string | null
  rating: number | null
  game: string | null
}

export interface CardView {
  entrant: EntryView
  place: number
  points: number
  values: TieBreakView[]
  meetings: CardMeeting[]
}

export interface Cell {
  estimate: Estimate
  text: string
}

export interface CellView {
  round: number
  opponent: number | null
  side: 'white' | 'black' | null
  text: string
  bye: 'pairing' | 'full' | 'half' | 'zero' | null
  points: number
}

export interface Chances {
  win: number
  win_gammon: number
  win_backgammon: number
  lose_gammon: number
  lose_backgammon: number
  drawn: number
}

export interface ChancesView {
  win: number
  win_gammon: number
  win_backgammon: number
  lose: number
  lose_gammon: number
  lose_backgammon: number
  drawn: number
}

export interface Change {
  name?: string | null
  settings?: Record<string, boolean | number | string> | null
  age_ms?: number
}

export interface ChangeClass {
  name?: string | null
  chat?: boolean | null
}

export interface ChangeClub {
  name?: string | null
  text?: string | null
  join?: 'open' | 'link' | 'closed' | null
  new_key?: boolean
}

export interface ChangeMember {
  role: 'member' | 'leader'
}

export interface ChangePupil {
  name?: string | null
  part?: string | null
}

export interface ChapterHead {
  id: string
  title: string
  rulebook: string
  names: Texts
  near: 'white' | 'black'
}

export interface ChapterRef {
  id: string
  title: string
  summary: string | null
  same_law_as: string | null
  sections: SectionRef[]
}

export interface ChapterView {
  id: string
  seq: number
  title: string
  rulebook: string
  options: Record<string, unknown>
  names: Texts
  near: 'white' | 'black'
  start: string
  headers: Texts
  result: string
  formats: string[]
  root: Remarks
  nodes: NodeView[]
}

export interface ChaptersAdded {
  study: string
  chapters: string[]
  faults: StudyFault[]
}

export interface ChatHistory {
  lines: ChatLine[]
  presets: string[]
}

export interface ChatLine {
  id: string
  game: string
  room: 'players' | 'spectators'
  person: string
  name: string
  preset: string | null
  text: string
  at: number
}

export interface CheckMark {
  place: string
  by: string[]
  announce: boolean
}

export interface Checked {
  valid: boolean
  faults: SheetFault[]
  given: Record<string, unknown>
  hash: string | null
  sheet: Record<string, unknown> | null
  rulebook: RulebookDetail | null
  rules: Manual | null
  parent: Origin | null
  differences: Difference[]
  diagrams: Diagram[]
}

export interface ClaimLeft {
  id: string
  expected_seq: number
  side: 'white' | 'black'
  result: 'win' | 'draw'
  type: 'claim_left'
}

export interface ClaimView {
  reason: string
  clause: string | null
}

export interface ClassLine {
  id: string
  name: string
  pupils: number
}

export interface ClassTournament {
  id: string
  settings: TournamentSettingsInput
  part?: string
}

export interface ClassView {
  id: string
  name: string
  chat: boolean
  now: number
  pupils: Pupil[]
  tasks: TaskView[]
  progress: Progress[]
  boards: DisplayGame[]
  maker: boolean
  teachers: Teacher[]
}

export interface Click {
  files: number
  ranks: number
  gait?: 'leap' | 'slide' | 'ride' | 'lame' | 'over' | 'behind'
  limit?: number
  use?: 'both' | 'move' | 'capture'
  symmetry?: 'one' | 'mirror' | 'all' | 'forward' | 'backward'
}

export interface ClockView {
  kind: string
  initial_ms: number
  increment_ms: number
  spec: Fischer | Delay | Bronstein | Byoyomi | Correspondence
  white_ms: number
  black_ms: number
  running: 'white' | 'black' | null
  at: number
  now: number
}

export interface ClubTournament {
  id: string
  settings: TournamentSettingsInput
  members_only?: boolean
}

export interface ClubView {
  id: string
  name: string
  text: string
  join: 'open' | 'link' | 'closed'
  created_at: number
  owner: string | null
  count: number
  role: 'member' | 'leader' | null
  members: Member[]
  key: string | null
}

export interface CodeView {
  person: string
  name: string
  code: string
  link: string
  qr: string
}

export interface CollectionView {
  name: string
  games: number
}

export interface CommandAnswer {
  events: (Moved | Refused | Offered | Accepted | Declined | SeedCommitted | SeedRevealed | Opened | Rolled | Undone | WentBerserk | Credited | match_events_Ended | Revealed)[]
  seq: number
  view: GameView | null
}

export interface Comment {
  id: string
  text: string
  at: number
}

export interface CommitSeed {
  id: string
  expected_seq: number
  side: 'white' | 'black'
  commitment: string
  type: 'commit_seed'
}

export interface CommittedData {
  commitment: string
}

export interface Configure {
  settings: TournamentSettingsInput
  type: 'configure'
}

export interface Configured {
  settings: TournamentSettings
  type: 'configured'
}

export interface Contents {
  parts: Part[]
}

export interface Correspondence {
  days: number
  kind: 'correspondence'
}

export interface Course {
  text: string
  arrows: [string, string][]
}

export interface CreateGame {
  id: string
  rulebook?: string | null
  sheet?: string | Record<string, unknown> | null
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  players?: PlayersInput
  clock?: FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | null
  moves?: string[]
  seeds?: ('white' | 'black')[]
  rated?: boolean
}

export interface Credited {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: CreditedData
  type: 'credited'
}

export interface CreditedData {
  ms: number
}

export interface CrossRow {
  place: number
  number: number
  name: string
  points: number
  cells: CellView[]
  bot: boolean
}

export interface CubeAnswer {
  id: string
  names: Texts
}

export interface CubeEquityView {
  equity: number
  match_chance: number | null
}

export interface CubeJudgement {
  may_double: boolean
  redouble: boolean
  action: 'no_double' | 'too_good' | 'double'
  response: 'take' | 'pass' | 'beaver' | null
  no_double: CubeEquityView | null
  double_take: CubeEquityView | null
  double_pass: CubeEquityView | null
  beaver: CubeEquityView | null
  text: string
}

export interface CubeReport {
  ply: number
  side: 'white' | 'black'
  act: 'double' | 'no_double' | 'too_good' | 'take' | 'pass' | 'beaver'
  best: 'double' | 'no_double' | 'too_good' | 'take' | 'pass' | 'beaver'
  cube: number
  no_double: number
  double_take: number
  double_pass: number
  loss: number
  grade: 'best' | 'good' | 'doubtful' | 'bad' | 'very_bad'
  sign: string
  text: string
}

export interface CubeView {
  value: number
  owner: 'white' | 'black' | null
}

export interface Decline {
  id: string
  expected_seq: number
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  side: 'white' | 'black'
  type: 'decline'
}

export interface Declined {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: OfferData
  type: 'declined'
}

export interface Delay {
  initial_ms: number
  increment_ms: number
  black: TimeAllowance | null
  first_move_s: number | null
  berserk: boolean
  kind: 'delay'
}

export interface DelayInput {
  initial_ms: number
  increment_ms?: number
  black?: TimeAllowanceInput | null
  first_move_s?: number | null
  berserk?: boolean
  kind: 'delay'
}

export interface Diagram {
  piece: string
  letter: string
  square: string
  moves: string[]
  captures: string[]
  hurdles: string[]
}

export interface DiceFile {
  format: 'axedrez-dice-1'
  game: string
  commitment: string
  seats: ('white' | 'black')[]
  events: (Moved | Refused | Offered | Accepted | Declined | SeedCommitted | SeedRevealed | Opened | Rolled | Undone | WentBerserk | Credited | match_events_Ended | Revealed)[]
  rows: string[] | null
  statistics: StatisticsView
}

export interface DicePlayerReport {
  side: 'white' | 'black'
  turns: number
  unforced: number
  loss: number
  cube_decisions: number
  cube_loss: number
  all_turns: number
  error_rate: number | null
  snowie_rate: number | null
  pr: number | null
  rating: string
  luck: number
  grades: [string, number][]
  lucks: [string, number][]
  cube_mistakes: [string, number][]
  text: string
}

export interface DiceReport {
  ply: number
  luck_ply: number
  unit: number
  thresholds: number[]
  luck_thresholds: number[]
  turns: DiceTurnReport[]
  cube: CubeReport[]
  end: DiceStanding
  players: DicePlayerReport[]
  result: number | null
  luck_adjusted: number | null
  moments: number[]
  text: string
  method: string
  kind: 'points'
}

export interface DiceStanding {
  win: number
  drawn: number
  equity: number
}

export interface DiceTurnReport {
  ply: number
  side: 'white' | 'black'
  dice: string
  move: string
  text: string
  cube: number
  grade: 'best' | 'good' | 'doubtful' | 'bad' | 'very_bad'
  sign: string
  loss: number
  is_forced: boolean
  luck: number | null
  luck_grade: 'very_lucky' | 'lucky' | 'even' | 'unlucky' | 'very_unlucky'
  luck_sign: string
  before: DiceStanding | null
  after: DiceStanding
  turns: RatedTurnText[]
  comment: string
  reasons: string[]
}

export interface DiceView {
  roll: string | null
  number: number | null
  by: 'white' | 'black' | null
  commitment: string | null
  server_seed: string | null
  seeds: SeedView[]
  opening: [number, number][] | null
}

export interface Difference {
  path: string
  text: string
}

export interface DisplayGame {
  game: string
  display: string
  pupil: string
  created_at: number
  turn: string | null
  result: string | null
  teacher_side: string
}

export interface Edited {
  seq: number
  events: StudyEventView[]
}

export interface Edits {
  id: string
  edits: (AddNode | RemoveNode | RestoreNode | PromoteNodeInput | SetCommentInput | SetNag | SetShape | RenameStudyInput | RenameChapterInput | TurnChapter | SetHeaderInput | RemoveChapter | RestoreChapter | MoveChapter)[]
}

export interface Elsewhere {
  rulebook: string
  title: string
}

export interface End {
  type: 'end'
}

export interface EndedData {
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  reason: string
  clause: string | null
  points: Score | null
}

export interface EngineView {
  name: string
  rulebooks: string[]
}

export interface Enrolment {
  login: string
  password: string
}

export interface Enter {
  code?: string
  team?: string
  type: 'enter'
}

export interface Entered {
  entry: number
  name: string
  person: string | null
  rating: number | null
  title: string
  federation: string
  team: string
  bot: boolean
  fide_id: number | null
  birth: string
  sex: '' | 'm' | 'w'
  type: 'entered'
}

export interface EntrantView {
  number: number
  name: string
  title: string
  points: number
  bot: boolean
}

export interface Entry {
  id: string
  term: string
  text: string
  places: Place[]
  elsewhere: Elsewhere[]
}

export interface EntryView {
  entry: number
  number: number
  name: string
  person: string | null
  rating: number | null
  title: string
  federation: string
  withdrawn: boolean
  joined: number
  team: string
  bot: boolean
  fide_id: number | null
  birth: string
  sex: '' | 'm' | 'w'
}

export interface EquitiesView {
  position: string
  ids: PositionIds
  match: MatchStanding | null
  scene: GridScene | PointsScene
  side: 'white' | 'black'
  outcome: EndedData | null
  estimate: EstimateView | null
  turns: TurnView[]
  rolls: RollView[]
  mean: number | null
  cube: CubeJudgement | null
  scores: ScoreMatrix | null
  notes: string[]
  text: string
}

export interface ErrorBody {
  error: ErrorDetail
}

export interface ErrorDetail {
  reason: string
  message: string
  clause: string | null
  places: string[]
}

export interface Estimate {
  value: number
  low: number | null
  high: number | null
}

export interface EstimateView {
  equity: number
  chances: ChancesView
  match_chance: number | null
  text: string
}

export interface EvaluatedLine {
  line: LineText
  standing: StandingText
}

export interface EvaluationView {
  standing: StandingText | null
  lines: EvaluatedLine[]
  text: string
}

export interface EventsPage {
  events: (Moved | Refused | Offered | Accepted | Declined | SeedCommitted | SeedRevealed | Opened | Rolled | Undone | WentBerserk | Credited | match_events_Ended | Revealed)[]
}

export interface ExerciseAnswer {
  right: boolean | null
  done: boolean
  move: string | null
  replies: string[]
  hint: string | null
  solution: SolutionView | null
  rating: RatingChange | null
  due_at: number | null
}

export interface ExerciseTheme {
  id: string
  names: Texts
}

export interface ExerciseView {
  id: string
  rulebook: string
  task: 'win-in' | 'win' | 'advantage' | 'save' | 'turn' | 'cube'
  question: Texts
  position: string
  side: 'white' | 'black'
  rating: number
  moves: number
  answers: CubeAnswer[]
  daily: boolean
  repeated: boolean
  tried: boolean
}

export interface ExercisesView {
  count: number
  own: number
  themes: ThemeCount[]
  solver: SolverView
}

export interface Expire {
  came?: ([number, 'white' | 'black'])[]
  type: 'expire'
}

export interface ExplorerGame {
  game: string | null
  number: number | null
  white: string
  black: string
  white_rating: number | null
  black_rating: number | null
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  date: string
  ply: number | null
}

export interface ExplorerMove {
  move: string
  notation: string
  games: number
  white: number
  draws: number
  black: number
  unknown: number
  rating: number | null
  last_year: number | null
}

export interface ExplorerView {
  position: string
  opening: OpeningView | null
  games: number
  white: number
  draws: number
  black: number
  unknown: number
  moves: ExplorerMove[]
  examples: ExplorerGame[]
}

export interface FactsView {
  captured: CapturedPieces | null
  checks_left: SideCounts | null
}

export interface FairnessView {
  counts: Record<string, number>
  chi_square: number
  p_value: number
}

export interface Farewell {
  password: string
}

export interface Fault {
  game: number
  line: number
  column: number
  message: string
}

export interface Favourite {
  rulebook: string
  names: Texts
  games: number
}

export interface Field {
  path: string
  kind: 'boolean' | 'choice' | 'number' | 'text' | 'words' | 'list' | 'map' | 'table' | 'data'
  names: Texts
  help: Texts
  format?: string
  required?: boolean
  nullable?: boolean
  default?: unknown
  min?: number | null
  max?: number | null
  whole?: boolean
  pattern?: string
  max_length?: number | null
  length?: number | null
  keys?: string
  options?: Option[]
  fields?: Field[]
  item?: Field | null
}

export interface Figure {
  position: string
  marks: string[]
  arrows: [string, string][]
  caption: string
}

export interface FileView {
  format: string
  name: string
}

export interface Fischer {
  initial_ms: number
  increment_ms: number
  black: TimeAllowance | null
  first_move_s: number | null
  berserk: boolean
  kind: 'fischer'
}

export interface FischerInput {
  initial_ms: number
  increment_ms?: number
  black?: TimeAllowanceInput | null
  first_move_s?: number | null
  berserk?: boolean
  kind: 'fischer'
}

export interface Flag {
  id: string
  expected_seq: number
  type: 'flag'
}

export interface Followed {
  person: string
  name: string
  at: number
  here: boolean
  game: string | null
  bot: boolean
}

export interface Found {
  terms: Entry[]
  hits: Hit[]
  total: number
}

export interface GamePlace {
  tournament: string
  title: string
  round: number
  board: number
  stage: 'game' | 'extra' | 'armageddon'
  many: boolean
}

export interface GameView {
  position: string
  turn: 'white' | 'black' | null
  late: boolean
  scene: GridScene | PointsScene
  steps: StepsView
  offers: OfferView[]
  answer: AnswerView | null
  claims: ClaimView[]
  can: ('move' | 'roll' | 'offer_draw' | 'offer_abandon' | 'offer_double' | 'beaver' | 'offer_takeback' | 'resign' | 'berserk' | 'undo' | 'abort' | 'claim' | 'commit_seed' | 'reveal_seed' | 'next')[]
  thinking: boolean
  dice: DiceView | null
  cube: CubeView | null
  match: MatchView | null
  stakes: StakesView
  last_refusal: RefusalView | null
  outcome: EndedData | null
  id: string
  seq: number
  rulebook: RulebookRef
  created_at: number
  casual: boolean
  rated: boolean
  options: Record<string, unknown> | null
  delay: number
  imported: boolean
  players: Players
  swapped: boolean
  start: string
  formats: string[]
  moves: MoveView[]
  facts: FactsView[]
  clock: ClockView | null
  berserk: ('white' | 'black')[]
}

export interface GamesPage {
  games: ListedGame[]
  next: string | null
}

export interface GivenCode {
  code: string
}

export interface GivenMovement {
  movement?: string
  atoms?: AtomInput[] | null
  click?: Click | null
  files?: number
  names?: Texts
  glyph?: string
}

export interface GivenSheet {
  sheet: Record<string, unknown>
}

export interface Glance {
  id: string
  rulebook: string
  names: Texts
  players: Players
  created_at: number
  plies: number
  turn: 'white' | 'black' | null
  position: string
  last: LastMove | null
  clock: ClockView | null
  white: boolean | null
  black: boolean | null
  waiting_since: number | null
  ended_at: number | null
  result: string | null
  reason: string | null
}

export interface Glances {
  now: number
  games: Glance[]
}

export interface GoBerserk {
  id: string
  expected_seq: number
  side: 'white' | 'black'
  type: 'berserk'
}

export interface GridScene {
  files: number
  ranks: number
  holes: string[]
  pieces: Record<string, string>
  check: CheckMark | null
  captured: CapturedPieces | null
  hands: Hands | null
  promoted: string[]
  checks_left: SideCounts | null
  moves_left: number | null
  dice: [number, number] | null
  dice_kinds: string[] | null
  region: string[]
  kind: 'grid'
}

export interface GuideStepView {
  title: Texts
  text: Texts
  position: string
  marks: string[]
  arrows: [string, string][]
  task: 'read' | 'play'
  done: Texts | null
  line: string[]
}

export interface HandOver {
  person: string
  type: 'hand_over'
}

export interface HandedOver {
  person: string
  name: string
  type: 'handed_over'
}

export interface Hands {
  white: Record<string, number>
  black: Record<string, number>
}

export interface HeadToHead {
  won: number
  drawn: number
  lost: number
}

export interface Heading {
  city: string
  federation: string
  start: string
  end: string
  kind: string
  chief_arbiter: string
  deputies: (string | unknown)[]
  time_control: string
  encoded_time_control: string
  starting_rank: string
  dates: (string | unknown)[]
}

export interface HeadingInput {
  city?: string
  federation?: string
  start?: string
  end?: string
  kind?: string
  chief_arbiter?: string
  deputies?: (string | unknown)[]
  time_control?: string
  encoded_time_control?: string
  starting_rank?: string
  dates?: (string | unknown)[]
}

export interface HeadingSet {
  heading: Heading
  type: 'heading_set'
}

export interface Health {
  status: string
  version: string
  classroom: string | null
  addresses: string[]
}

export interface HintView {
  seq: number
  origin: string
  target: string | null
  text: Texts
  steps: StepView[]
}

export interface Hit {
  section: string
  excerpt: string
  marks: [number, number][]
  places: Place[]
}

export interface Import {
  format: string
  games: Imported[]
  faults: Fault[]
  passed: Fault[]
}

export interface Imported {
  id: string
  rulebook: string
  white: string
  black: string
  result: string
  plies: number
}

export interface ImportedTournament {
  id: string
  text: string
  rulebook: string
  title?: string
  format?: 'swiss' | 'round-robin' | 'double-round-robin' | 'knockout' | null
}

export interface InvitationTerms {
  id: string
  rulebook?: string | null
  sheet?: string | Record<string, unknown> | null
  options?: Record<string, boolean | number | string | string[]>
  clock?: FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | null
  colour?: 'white' | 'black' | 'lot'
  position?: string | null
  seeds?: boolean
  delay?: number
  rated?: boolean
}

export interface InvitationView {
  id: string
  by: string
  by_name: string
  by_bot: boolean
  mine: boolean
  to: string | null
  public: boolean
  rulebook: string
  names: Texts
  options: Record<string, unknown>
  clock: Fischer | Delay | Bronstein | Byoyomi | Correspondence | null
  colour: 'white' | 'black' | 'lot'
  position: string | null
  seeds: boolean
  delay: number
  rated: boolean
  created_at: number
  expires_at: number
  open: boolean
  withdrawn: boolean
  game: string | null
  accepted_by_name: string | null
}

export interface Item {
  text: string
  clause: string | null
  decision: boolean
  why: string
  settings: Setting[]
  figure: Figure | null
  anchor: string
  terms: Term[]
  piece: string
}

export interface JoinClub {
  key?: string
}

export interface Joining {
  key: string
}

export interface JudgedTurn {
  move: string
  text: Texts
  equity: number
  chances: Chances
}

export interface KeyView {
  id: string
  label: string
  created_at: number
}

export interface LastMove {
  san: Texts
  origin: string
  target: string
}

export interface Leaderboard {
  first: number
  people: RankedPerson[]
  more: boolean
}

export interface Leaderboards {
  kinds: RatedKind[]
  levels: LevelRating[]
}

export interface Leave {
  entry?: number | null
  type: 'leave'
}

export interface Left {
  entry: number
  type: 'left'
}

export interface Lengths {
  title: string
  text: string
  bins: Bin[]
}

export interface LevelRating {
  level: number
  rating: number
}

export interface LineText {
  move: string
  origin: string
  target: string
  text: string
  moves: string[]
  words: string[]
}

export interface LineUp {
  team: string
  order: number[]
  type: 'line_up'
}

export interface LinedUp {
  team: string
  order: number[]
  type: 'lined_up'
}

export interface ListedClub {
  id: string
  name: string
  join: 'open' | 'link' | 'closed'
  members: number
  role: 'member' | 'leader' | null
}

export interface ListedGame {
  id: string
  rulebook: string
  names: Texts
  players: Players
  plies: number
  result: string | null
  reason: string | null
  turn: string | null
  updated_at: number
  position: string
  delay: number
  speed: string | null
  seat: 'white' | 'black' | null
}

export interface ListedStudy {
  id: string
  title: string
  chapters: number
  updated_at: number
  is_own: boolean
}

export interface LobbyPage {
  invitations: InvitationView[]
  more: boolean
}

export interface LoggedAct {
  seq: number
  at: number
  by: string | null
  act: Configured | Entered | HeadingSet | PersonSet | TeamSet | Left | Returned | ByeAsked | Started | LinedUp | Paired | ResultSet | Replayed | ArenaPaired | Berserked | ArenaResult | RoundUndone | Paused | Resumed | OrganizerAdded | OrganizerRemoved | HandedOver | TimeProposed | TimeAgreed | Appealed | AppealAnswered | tournaments_events_Ended
}

export interface LostDieView {
  face: number
  reason: string
  clause: string | null
  message: Texts
}

export interface MailChoice {
  address: string
  turn?: boolean
  offers?: boolean
  rounds?: boolean
  digest?: boolean
}

export interface MailboxView {
  address: string
  verified: boolean
  turn: boolean
  offers: boolean
  rounds: boolean
  digest: boolean
}

export interface MakeClaim {
  id: string
  expected_seq: number
  reason: string
  type: 'claim'
}

export interface Manual {
  title: string
  sections: Section[]
}

export interface MatchInput {
  length?: number
  white?: number
  black?: number
  cube?: number
  owner?: 'white' | 'black' | null
  largest?: number
  crawford?: boolean
  crawford_played?: boolean
  jacoby?: boolean
  beavers?: boolean
}

export interface MatchRules {
  length: number
  cube: boolean
  crawford: boolean
}

export interface MatchStanding {
  length: number
  white: number
  black: number
  cube: number
  owner: 'white' | 'black' | null
  largest: number
  crawford: boolean
  crawford_played: boolean
  jacoby: boolean
  beavers: boolean
  is_crawford: boolean
}

export interface MatchView {
  length: number
  game: number
  score: ScoreView
  crawford: boolean
  winner: 'white' | 'black' | null
  drawn: boolean
  next: string | null
}

export interface Me {
  id: string
  kind: 'guest' | 'account' | 'pupil'
  name: string
  login: string | null
  settings: Record<string, unknown>
  bot: boolean
}

export interface Member {
  person: string
  name: string
  role: 'member' | 'leader'
  joined_at: number
}

export interface MoveChapter {
  chapter: string
  index: number
  type: 'move_chapter'
}

export interface MoveReport {
  ply: number
  side: 'white' | 'black'
  move: string
  grade: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'
  sign: string
  loss: number
  standing: StandingText
  text: string
  best: LineText
  reply: LineText | null
}

export interface MoveView {
  ply: number
  by: 'white' | 'black' | null
  move: string
  san: Texts
  origin: string
  target: string
  position: string
  at: number
  check: string | null
  told: ToldView[]
  roll: string | null
  number: number | null
  cube: number
  stood_in: boolean
  steps: PlayedStep[]
}

export interface Moved {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: MovedData
  type: 'moved'
}

export interface MovedData {
  move: string
  clock: Times | null
  lag_ms: number
  stood_in: boolean
}

export interface MovementDesign {
  movement: string
  reach: number
  atoms: Atom[]
  targets: Target[]
  words: Texts
  beyond: Texts | null
}

export interface NewBrowser {
  endpoint: string
  keys: BrowserKeys
  turn?: boolean
  offers?: boolean
  rounds?: boolean
}

export interface NewChapters {
  title?: string
  rulebook?: string | null
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  text?: string | null
  file?: string | null
  game?: string | null
  study?: string | null
  near?: 'white' | 'black'
}

export interface NewChatLine {
  id: string
  room?: 'players' | 'spectators'
  text?: string
  preset?: string | null
}

export interface NewClass {
  id: string
  name: string
}

export interface NewClub {
  id: string
  name: string
  text?: string
  join?: 'open' | 'link' | 'closed'
}

export interface NewComment {
  id: string
  text: string
}

export interface NewDisplay {
  id: string
  rulebook: string
  pupils?: string[]
  clock?: FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | null
  colour?: 'white' | 'black'
}

export interface NewEntrant {
  name: string
  rating: number | null
  title: string
  federation: string
  team: string
  fide_id: number | null
  birth: string
  sex: '' | 'm' | 'w'
}

export interface NewEntrantInput {
  name: string
  rating?: number | null
  title?: string
  federation?: string
  team?: string
  fide_id?: number | null
  birth?: string
  sex?: '' | 'm' | 'w'
}

export interface NewInvitation {
  id: string
  rulebook?: string | null
  sheet?: string | Record<string, unknown> | null
  options?: Record<string, boolean | number | string | string[]>
  clock?: FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | null
  colour?: 'white' | 'black' | 'lot'
  position?: string | null
  seeds?: boolean
  delay?: number
  rated?: boolean
  to?: string | null
  public?: boolean
}

export interface NewPassword {
  old: string
  new: string
}

export interface NewPupils {
  id: string
  names: string
}

export interface NewReport {
  id: string
  about: string
  text: string
  game?: string | null
}

export interface NewStudy {
  id: string
  title: string
  chapters: NewChapters
}

export interface NewTask {
  id: string
  kind: 'exercises' | 'guide' | 'game'
  rulebook: string
  count?: number
  theme?: string
  level?: number
  won?: boolean
  part?: string
  due_at?: number | null
}

export interface NewToken {
  id: string
  token: string
}

export interface NewTournament {
  id: string
  settings: TournamentSettingsInput
}

export interface NoProgress {
  turns: number
  most: number
}

export interface NodeView {
  id: string
  parent: string | null
  move: string
  san: Texts
  by: 'white' | 'black' | null
  origin: string
  target: string
  position: string
  remarks: Remarks
}

export interface NoteView {
  ply: number
  signs: string
  text: string
}

export interface NoticeSettings {
  push_key: string | null
  mail: boolean
  browsers: Browser[]
  mailbox: MailboxView | null
}

export interface Offer {
  id: string
  expected_seq: number
  offer: 'draw' | 'abandon' | 'double' | 'takeback'
  side: 'white' | 'black'
  type: 'offer'
}

export interface OfferData {
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  value: number | null
  clock: Times | null
  lag_ms: number
}

export interface OfferView {
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  by: 'white' | 'black' | null
  value: number | null
}

export interface Offered {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: OfferData
  type: 'offered'
}

export interface Opened {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: OpenedData
  type: 'opened'
}

export interface OpenedData {
  throws: [number, number][]
  swapped: boolean
}

export interface OpeningView {
  code: string
  name: string
}

export interface Option {
  value: string | number
  names: Texts
}

export interface OptionNeed {
  path: string
  least: number
  most: number
}

export interface OptionView {
  path: string
  kind: 'boolean' | 'choice' | 'number'
  values: (boolean | number | string)[]
  labels: Texts[]
  min: number | null
  max: number | null
  default: boolean | number | string
  names: Texts
  help: Texts
  needs: OptionNeed[]
}

export interface OrganizerAdded {
  person: string
  name: string
  type: 'organizer'
}

export interface OrganizerRemoved {
  person: string
  name: string
  type: 'organizer_removed'
}

export interface OrganizerView {
  person: string
  name: string
}

export interface Origin {
  id: string
  names: Texts
}

export interface OwnBoard {
  board: number
  game: string
  opponent: string
  waits: boolean
  since: number
}

export interface OwnClass {
  name: string
  pupil: string
  chat: boolean
  now: number
  tasks: OwnTask[]
  boards: DisplayGame[]
}

export interface OwnSearchView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  found: number
  new: number
  error: string | null
}

export interface OwnTask {
  task: TaskView
  done: number
}

export interface PackedNode {
  id: string
  parent: string
  move: string
  remarks?: Remarks
}

export interface Pair {
  type: 'pair'
}

export interface PairWaiting {
  waiting: number[]
  type: 'pair_waiting'
}

export interface Paired {
  round: number
  pairings: Pairing[]
  byes: Bye[]
  reason: string
  matches: Pairing[]
  type: 'paired'
}

export interface Pairing {
  white: number
  black: number
  result: '1-0' | '1/2-1/2' | '0-1' | '+--' | '--+' | '---' | '0-0' | '1/2-0' | '0-1/2' | null
  margin: number
  boards: ('1-0' | '1/2-1/2' | '0-1' | '+--' | '--+' | '---' | '0-0' | '1/2-0' | '0-1/2')[]
}

export interface PairingView {
  round: number
  board: number
  white: EntrantView
  black: EntrantView
  result: '1-0' | '1/2-1/2' | '0-1' | '+--' | '--+' | '---' | '0-0' | '1/2-0' | '0-1/2' | null
  margin: number
  replays: number
  game: string | null
  games: ('1-0' | '1/2-1/2' | '0-1' | '+--' | '--+' | '---' | '0-0' | '1/2-0' | '0-1/2' | null)[]
  score: [number, number] | null
  stage: 'game' | 'extra' | 'armageddon'
  time: TimeView | null
}

export interface Part {
  title: string
  chapters: ChapterRef[]
}

export interface Pause {
  type: 'pause'
}

export interface Paused {
  type: 'paused'
}

export interface Periods {
  periods: number
  period_ms: number
  initial_ms: number
}

export interface PeriodsInput {
  periods: number
  period_ms: number
  initial_ms?: number
}

export interface Person {
  title: string
  federation: string
  fide_id: number | null
  birth: string
  sex: '' | 'm' | 'w'
}

export interface PersonInput {
  title?: string
  federation?: string
  fide_id?: number | null
  birth?: string
  sex?: '' | 'm' | 'w'
}

export interface PersonSet {
  entry: number
  known: Person
  type: 'person_set'
}

export interface PersonView {
  id: string
  name: string
  since: number
  bot: boolean
  mine: boolean
  followed: boolean
  ratings: RatingLine[] | null
  favourites: Favourite[]
  head_to_head: HeadToHead | null
}

export interface Picture {
  kind: 'grid' | 'points'
  start: string
  glyphs: Texts
  files: number
  ranks: number
  holes: string[]
}

export interface Piece {
  letter: string
  letters: Texts
  names: Texts
  plurals: Texts
  glyph: string
  symbols: Texts
}

export interface Place {
  rulebook: string
  title: string
  anchor: string
  label: string
}

export interface PlayMove {
  id: string
  expected_seq: number
  move: string
  lang?: 'es' | 'en'
  type: 'move'
}

export interface PlayedRulebook {
  rulebook: string
  names: Texts
}

export interface PlayedStep {
  label: string
  choice: string
  effects: [string, string, string][]
  told: number
}

export interface Player {
  kind: 'human' | 'computer'
  name: string
  level: number | null
  engine: string | null
  person: string | null
  bot: boolean
}

export interface PlayerInput {
  kind?: 'human' | 'computer'
  name?: string
  level?: number | null
  engine?: string | null
  person?: string | null
  bot?: boolean
}

export interface PlayerList {
  text: string
}

export interface PlayerReport {
  side: 'white' | 'black'
  accuracy: number | null
  grades: [string, number][]
  text: string
}

export interface Players {
  white: Player
  black: Player
}

export interface PlayersInput {
  white?: PlayerInput
  black?: PlayerInput
}

export interface PointTable {
  win: number
  draw: number
  loss: number
  forfeit_win: number
  forfeit_loss: number
  pairing_bye: number
  full_bye: number
  half_bye: number
  zero_bye: number
  by_margin: boolean
}

export interface PointTableInput {
  win?: number
  draw?: number
  loss?: number
  forfeit_win?: number
  forfeit_loss?: number
  pairing_bye?: number
  full_bye?: number
  half_bye?: number
  zero_bye?: number
  by_margin?: boolean
}

export interface PointsClauses {
  opening: string | null
  lost: string | null
  departure?: string | null
  still?: string | null
}

export interface PointsScene {
  points: string[]
  bar: string
  off: string
  home: string
  still: NoProgress | null
  locked: boolean
  mover: 'white' | 'black'
  dice: [number, number] | null
  protected: Protection[]
  clauses: PointsClauses
  bearers: string
  pips: SideCounts
  kind: 'points'
}

export interface PositionIds {
  axedrez: string
  gnubg: string | null
  xgid: string | null
}

export interface PositionView {
  position: string
  scene: GridScene | PointsScene
  steps: StepsView
  outcome: EndedData | null
  turn: 'white' | 'black' | null
  played: WrittenMove[]
  chances: string[]
  notes: string[]
}

export interface PresenceFrame {
  white: 'here' | 'away' | 'left' | null
  black: 'here' | 'away' | 'left' | null
  spectators: number
  type: 'company'
}

export interface Progress {
  person: string
  done: (number | null)[]
}

export interface PromoteNode {
  chapter: string
  node: string
  index: number
  type: 'promote'
}

export interface PromoteNodeInput {
  chapter: string
  node: string
  index?: number
  type: 'promote'
}

export interface Proof {
  shown: string
}

export interface Protection {
  place: string
  pieces: string
  by: string
  reason: string
  clause: string | null
}

export interface Pupil {
  person: string
  name: string
  part: string
}

export interface RankedPerson {
  person: string
  name: string
  rating: number
  deviation: number
  games: number
  bot: boolean
}

export interface RatedKind {
  sheet: string
  rulebook: string
  names: Texts
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence'
  people: number
}

export interface RatedTurnText {
  move: string
  text: string
  equity: number
  loss: number
  chances: Chances
  ply: number
  is_played: boolean
  after: string
  match_chance: number | null
}

export interface RatingChange {
  before: number
  after: number
  provisional: boolean
}

export interface RatingLine {
  sheet: string
  rulebook: string
  names: Texts
  speed: 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence'
  rating: number
  deviation: number
  provisional: boolean
  games: number
  at: number
}

export interface RatingPoint {
  game: string
  at: number
  score: number
  rating: number
  deviation: number
}

export interface RePair {
  pairs: [number, number][]
  reason: string
  type: 're_pair'
}

export interface Reach {
  moves: Record<string, Record<string, Record<string, string>>>
  drops: Record<string, string[]>
}

export interface ReadPosition {
  rulebook: string
  position: string
  options?: Record<string, boolean | number | string | string[]>
  moves?: string[]
  prefix?: string[]
  typed?: 'es' | 'en'
}

export interface Recovery {
  login: string
  code: string
  password: string
}

export interface RefusalView {
  move: string
  reason: string
  clause: string | null
  places: string[]
  message: Texts
}

export interface Refused {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: RefusedData
  type: 'refused'
}

export interface RefusedData {
  move: string
  reason: string
  clause: string | null
  places: string[]
  details: Record<string, unknown>
}

export interface RefusedStep {
  token: string
  origin: string
  target: string
  reason: string
  clause: string | null
  places: string[]
  message: Texts
}

export interface Remarks {
  comment?: string
  lead?: string
  nags?: number[]
  shapes?: string[]
  clock?: string
  evaluation?: string
}

export interface Rematch {
  id: string
}

export interface RemoveChapter {
  chapter: string
  type: 'remove_chapter'
}

export interface RemoveNode {
  chapter: string
  node: string
  type: 'remove'
}

export interface RemoveOrganizer {
  person: string
  type: 'remove_organizer'
}

export interface RenameChapter {
  chapter: string
  title: string
  base: string | null
  type: 'rename_chapter'
}

export interface RenameChapterInput {
  chapter: string
  title: string
  base?: string | null
  type: 'rename_chapter'
}

export interface RenameStudy {
  title: string
  base: string | null
  type: 'rename_study'
}

export interface RenameStudyInput {
  title: string
  base?: string | null
  type: 'rename_study'
}

export interface RenewCodes {
  pupils?: string[]
}

export interface Replayed {
  round: number
  board: number
  result: '1-0' | '1/2-1/2' | '0-1' | '+--' | '--+' | '---' | '0-0' | '1/2-0' | '0-1/2'
  margin: number
  type: 'replayed'
}

export interface Report {
  start: StandingText
  moves: MoveReport[]
  next: LineText | null
  moments: number[]
  puzzles: number[]
  players: PlayerReport[]
  kind: 'result'
}

export interface ReportText {
  title: string
  names: string[]
  headings: string[]
  notes: string[]
  tables: Table[]
  lengths: Lengths
}

export interface Resign {
  id: string
  expected_seq: number
  side: 'white' | 'black'
  points?: number | null
  match?: boolean
  type: 'resign'
}

export interface RestoreChapter {
  chapter: string
  type: 'restore_chapter'
}

export interface RestoreNode {
  chapter: string
  node: string
  type: 'restore'
}

export interface ResultSet {
  round: number
  board: number
  result: '1-0' | '1/2-1/2' | '0-1' | '+--' | '--+' | '---' | '0-0' | '1/2-0' | '0-1/2'
  margin: number
  by_hand: boolean
  reason: string
  game: '1-0' | '1/2-1/2' | '0-1' | '+--' | '--+' | '---' | '0-0' | '1/2-0' | '0-1/2' | null
  type: 'result'
}

export interface Resume {
  type: 'resume'
}

export interface Resumed {
  type: 'resumed'
}

export interface Return {
  entry?: number | null
  type: 'return'
}

export interface Returned {
  entry: number
  type: 'returned'
}

export interface RevealSeed {
  id: string
  expected_seq: number
  side: 'white' | 'black'
  seed: string
  type: 'reveal_seed'
}

export interface Revealed {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: RevealedData
  type: 'revealed'
}

export interface RevealedData {
  server_seed: string
}

export interface Roll {
  id: string
  expected_seq: number
  type: 'roll'
}

export interface RollView {
  dice: string
  probability: number
  luck: number
  best: TurnView
}

export interface Rolled {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: RolledData
  type: 'rolled'
}

export interface RolledCubeView {
  equity: number
  half: number
  match_chance: number | null
}

export interface RolledData {
  roll: string
  number: number | null
}

export interface RolledOutView {
  move: string | null
  san: Texts | null
  trials: number
  equity: number
  half: number
  loss: number
  chances: ChancesView
  finished: number
  drawn: number
  cut: number
  length: number
  text: string
  cubeful: RolledCubeView | null
  double_take: RolledCubeView | null
}

export interface RolloutView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  error: string | null
  results: RolledOutView[]
}

export interface RoundLine {
  number: number
  at: number
  over_at: number | null
  pairings: number
  open: number
}

export interface RoundUndone {
  round: number
  reason: string
  type: 'undone'
}

export interface RoundView {
  number: number
  seq: number
  at: number
  over_at: number | null
  pairings: PairingView[]
  byes: ByeView[]
  matches: TeamMatchView[]
  boards: number
}

export interface Row {
  label: string
  cells: (Cell | null)[]
  low: number
  high: number
  difference: Cell | null
}

export interface Rulebook {
  id: string
  group: string
  family: string
  names: Texts
  summary: Texts | null
  same_law_as: string | null
  theme: 'turns' | 'pieces' | 'goal' | 'start' | 'moves' | 'other'
  picture: Picture | null
  guide: boolean
}

export interface RulebookDetail {
  id: string
  group: string
  family: string
  names: Texts
  summary: Texts | null
  same_law_as: string | null
  theme: 'turns' | 'pieces' | 'goal' | 'start' | 'moves' | 'other'
  picture: Picture | null
  guide: boolean
  hash: string
  pieces: Piece[]
  start: string
  scene: GridScene | PointsScene
  illegal_moves: string
  offers: ('draw' | 'abandon' | 'double' | 'resignation' | 'takeback')[]
  dice: boolean
  composed: boolean
  match: MatchRules
  options: OptionView[]
}

export interface RulebookRef {
  id: string
  names: Texts
  hash: string
  illegal_moves: string
  offers: ('draw' | 'abandon' | 'double' | 'resignation' | 'takeback')[]
}

export interface Saved {
  hash: string
  names: Texts
  parent: string | null
  created_at: number
}

export interface SavedDetail {
  hash: string
  names: Texts
  parent: string | null
  created_at: number
  sheet: Record<string, unknown>
  origin: Origin | null
  differences: Difference[]
  diagrams: Diagram[]
}

export interface Schema {
  family: string
  fields: Field[]
}

export interface Score {
  white: number
  black: number
}

export interface ScoreMatrix {
  money: 'none' | 'no_double' | 'too_good' | 'double_take' | 'double_pass' | 'double_beaver'
  rows: (('none' | 'no_double' | 'too_good' | 'double_take' | 'double_pass' | 'double_beaver')[])[]
}

export interface ScoreView {
  white: number
  black: number
}

export interface SearchMine {
  rulebook: string
}

export interface SeatProfile {
  person: string
  rating: number | null
  provisional: boolean
}

export interface SeatProfiles {
  white: SeatProfile | null
  black: SeatProfile | null
}

export interface Section {
  title: string
  items: Item[]
  anchor: string
  prose: boolean
}

export interface SectionRef {
  anchor: string
  title: string
}

export interface SeedCommitted {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: CommittedData
  type: 'seed_committed'
}

export interface SeedData {
  seed: string
}

export interface SeedRevealed {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: SeedData
  type: 'seed_revealed'
}

export interface SeedView {
  side: 'white' | 'black'
  commitment: string | null
  seed: string | null
}

export interface SeekResult {
  game: string | null
  invitation: InvitationView | null
}

export interface SetComment {
  chapter: string
  node: string
  field: 'comment' | 'lead'
  base: string
  text: string
  type: 'comment'
}

export interface SetCommentInput {
  chapter: string
  node: string
  field?: 'comment' | 'lead'
  base?: string
  text: string
  type: 'comment'
}

export interface SetHeader {
  chapter: string
  name: string
  value: string
  base: string | null
  type: 'header'
}

export interface SetHeaderInput {
  chapter: string
  name: string
  value: string
  base?: string | null
  type: 'header'
}

export interface SetHeading {
  heading: HeadingInput
  base?: HeadingInput | null
  type: 'set_heading'
}

export interface SetNag {
  chapter: string
  node: string
  nag: number
  on: boolean
  type: 'nag'
}

export interface SetPerson {
  entry: number
  known: PersonInput
  type: 'set_person'
}

export interface SetResult {
  round: number
  board: number
  result: '1-0' | '1/2-1/2' | '0-1' | '+--' | '--+' | '---' | '0-0' | '1/2-0' | '0-1/2'
  margin?: number
  reason?: string
  of?: 'pairing' | 'game'
  type: 'set_result'
}

export interface SetShape {
  chapter: string
  node: string
  shape: string
  on: boolean
  type: 'shape'
}

export interface SetTeam {
  team: string
  entries: number[]
  type: 'set_team'
}

export interface Setting {
  path: string
  name: string
  value: string
  others: string[]
}

export interface Sharing {
  open: boolean
  writable: boolean
  fresh: boolean
}

export interface SharingInput {
  open: boolean
  writable: boolean
  fresh?: boolean
}

export interface SheetChoice {
  rulebook?: string | null
  options?: Record<string, boolean | number | string | string[]>
  sheet?: Record<string, unknown> | null
}

export interface SheetFault {
  field: string
  reason: string
  message: string
}

export interface SideCounts {
  white: number
  black: number
}

export interface SignIn {
  login: string
  password: string
}

export interface SolutionView {
  line: string[]
  rest: string[]
  text: Texts
  themes: ExerciseTheme[]
  proof: Texts
  reasons: Texts[]
}

export interface SolverView {
  rating: number
  deviation: number
  provisional: boolean
  tried: number
  solved: number
  due: number
}

export interface StakesView {
  white: number[]
  black: number[]
}

export interface StaleBody {
  error: ErrorDetail
  view: GameView
}

export interface StandingText {
  expected: number
  score: string
  text: string
}

export interface StandingView {
  place: number
  number: number
  name: string
  title: string
  rating: number | null
  withdrawn: boolean
  points: number
  values: TieBreakView[]
  bot: boolean
  board_points: TieBreakView | null
}

export interface StandingsView {
  round: number
  tie_breaks: string[]
  rows: StandingView[]
  boards: BoardLine[]
}

export interface Start {
  type: 'start'
}

export interface Started {
  order: number[]
  rounds: number
  teams: string[]
  type: 'started'
}

export interface StatisticsView {
  total: number
  faces: FairnessView
  rolls: FairnessView
}

export interface StepView {
  token: string
  label: string
  labels: Texts
  origin: string
  target: string
  choice: string
  effects: [string, string, string][]
  told: ToldView[]
}

export interface StepsPage {
  seq: number
  turn: 'white' | 'black'
  prefix: string[]
  steps: StepsView
}

export interface StepsView {
  options: StepView[]
  confirmable: boolean
  refused: RefusedStep[]
  protected: Protection[]
  lost: LostDieView[]
}

export interface StudyEventView {
  seq: number
  at: number
  by: string
  edit: AddNode | RemoveNode | RestoreNode | PromoteNode | SetComment | SetNag | SetShape | RenameStudy | RenameChapter | TurnChapter | SetHeader | RemoveChapter | RestoreChapter | MoveChapter | AddChapter
  nodes: NodeView[]
}

export interface StudyFault {
  game: number
  line: number
  column: number
  message: string
}

export interface StudyView {
  id: string
  title: string
  role: 'owner' | 'writer' | 'reader'
  open: boolean
  key: string | null
  seq: number
  chapters: ChapterHead[]
  writers: StudyWriter[]
}

export interface StudyWriter {
  person: string
  name: string
}

export interface Table {
  part: 'results' | 'ends' | 'course' | 'turns' | 'pieces' | 'values' | 'openings' | 'skill'
  title: string
  help: string
  rows: Row[]
}

export interface Taken {
  status: string
}

export interface Target {
  files: number
  ranks: number
  moves: boolean
  captures: boolean
  hop: boolean
  lame: boolean
  is_end: boolean
  goes_on: boolean
}

export interface TaskView {
  id: string
  terms: Terms
  names: Texts
}

export interface Teacher {
  person: string
  name: string
}

export interface TeacherLink {
  link: string
}

export interface TeamCard {
  name: string
  place: number
  points: number
  board_points: TieBreakView
  values: TieBreakView[]
  players: EntryView[]
  meetings: TeamMeeting[]
}

export interface TeamMatchView {
  white: string
  black: string
  numbers: [number, number]
  points: [number, number]
}

export interface TeamMeeting {
  round: number
  opponent: number | null
  name: string | null
  points: [number, number] | null
  bye: 'pairing' | 'full' | 'half' | 'zero' | null
}

export interface TeamSet {
  team: string
  entries: number[]
  type: 'team_set'
}

export interface TeamView {
  number: number
  name: string
  line_up: number[]
}

export interface Term {
  start: number
  end: number
  id: string
}

export interface TermView {
  round: number
  opponent: number | null
  value: string
  cut: boolean
}

export interface Terms {
  kind: 'exercises' | 'guide' | 'game'
  rulebook: string
  count: number
  theme: string
  level: number
  won: boolean
  part: string
  due_at: number | null
}

export interface ThemeCount {
  id: string
  names: Texts
  count: number
}

export interface ThreatView {
  ply: number
  line: LineText | null
  text: string
}

export interface TieBreakView {
  code: string
  value: string | null
  terms: TermView[]
}

export interface TimeAgreed {
  round: number
  board: number
  at: number
  type: 'time_agreed'
}

export interface TimeAllowance {
  initial_ms: number
  increment_ms: number
}

export interface TimeAllowanceInput {
  initial_ms: number
  increment_ms?: number
}

export interface TimeProposed {
  round: number
  board: number
  entry: number
  at: number
  type: 'time_proposed'
}

export interface TimeView {
  agreed: number | null
  proposed: number | null
  by: number | null
}

export interface Times {
  white_ms: number
  black_ms: number
}

export interface TokenLabel {
  label: string
}

export interface ToldView {
  text: Texts
  clause: string | null
}

export interface TournamentCommand {
  id: string
  command: Configure | Enter | AddEntrants | SetHeading | SetPerson | Leave | Return | AskBye | Start | Pair | SetTeam | LineUp | PairWaiting | Berserk | SetResult | RePair | UndoRound | Pause | Resume | AddOrganizer | RemoveOrganizer | HandOver | Arrange | Expire | Appeal | AnswerAppeal | End
}

export interface TournamentLine {
  id: string
  title: string
  format: string
  rulebook: string
  names: Texts
  phase: 'entry' | 'running' | 'ended'
  entrants: number
  rounds: number
  total: number
  updated_at: number
  is_mine: boolean
}

export interface TournamentSettings {
  title: string
  format: 'swiss' | 'round-robin' | 'double-round-robin' | 'knockout' | 'simul' | 'arena'
  rulebook: string
  options: Record<string, unknown>
  position: string | null
  clock: Fischer | Delay | Bronstein | Byoyomi | Correspondence | null
  rounds: number
  table: PointTable
  tie_breaks: (string | unknown)[]
  rated: boolean
  entry: 'open' | 'code' | 'list'
  code: string
  limit: number
  late_entry: boolean
  listed: boolean
  bots: boolean
  next_after: number | null
  start_at: number | null
  forfeit_after: number | null
  over_the_board: boolean
  round_minutes: number | null
  unplayed: 'both-lose' | 'who-came-wins'
  seeding: 'rating' | 'entered' | 'lot'
  lot_seed: string
  boards: number
  board_table: PointTable
  accelerated: boolean
  first_colour: 'white' | 'black'
  forbidden: ([number, number] | unknown)[]
  games_per_pairing: number
  extra_clocks: (Fischer | Delay | Bronstein | Byoyomi | Correspondence | unknown)[]
  armageddon: Fischer | Delay | Bronstein | Byoyomi | Correspondence | null
  third_place: boolean
  host: number | null
  host_colour: 'white' | 'black' | 'alternating'
  minutes: number
}

export interface TournamentSettingsInput {
  title: string
  format?: 'swiss' | 'round-robin' | 'double-round-robin' | 'knockout' | 'simul' | 'arena'
  rulebook: string
  options?: Record<string, unknown>
  position?: string | null
  clock?: FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | null
  rounds?: number
  table?: PointTableInput
  tie_breaks?: (string | unknown)[]
  rated?: boolean
  entry?: 'open' | 'code' | 'list'
  code?: string
  limit?: number
  late_entry?: boolean
  listed?: boolean
  bots?: boolean
  next_after?: number | null
  start_at?: number | null
  forfeit_after?: number | null
  over_the_board?: boolean
  round_minutes?: number | null
  unplayed?: 'both-lose' | 'who-came-wins'
  seeding?: 'rating' | 'entered' | 'lot'
  lot_seed?: string
  boards?: number
  board_table?: PointTableInput
  accelerated?: boolean
  first_colour?: 'white' | 'black'
  forbidden?: ([number, number] | unknown)[]
  games_per_pairing?: number
  extra_clocks?: (FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | unknown)[]
  armageddon?: FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | null
  third_place?: boolean
  host?: number | null
  host_colour?: 'white' | 'black' | 'alternating'
  minutes?: number
}

export interface TournamentView {
  id: string
  seq: number
  now: number
  phase: 'entry' | 'running' | 'ended'
  paused: boolean
  settings: TournamentSettings
  names: Texts
  owner: string
  organizers: OrganizerView[]
  created_at: number
  started_at: number
  role: 'organizer' | 'entrant' | 'visitor'
  entry: number | null
  total: number
  rounds: RoundLine[]
  next_at: number | null
  entries: EntryView[]
  byes: AskedBye[]
  mine: PairingView | null
  ends_at: number | null
  appeals: AppealCase[]
  teams: TeamView[]
  round_ends_at: number | null
  heading: Heading
}

export interface TreeView {
  start: string
  root: Remarks
  nodes: NodeView[]
}

export interface TurnChapter {
  chapter: string
  near: 'white' | 'black'
  type: 'turn_chapter'
}

export interface TurnView {
  move: string
  san: Texts
  estimate: EstimateView
  loss: number
  ply: number
  after: string
  text: string
}

export interface TutorView {
  seq: number
  loss: number
  grade: 'best' | 'good' | 'doubtful' | 'bad' | 'very_bad'
  text: Texts
  played: JudgedTurn
  best: JudgedTurn
  steps: StepView[]
  reasons: Texts[]
}

export interface Uncovered {
  option: string
  value: string
  line: number
}

export interface Undo {
  id: string
  expected_seq: number
  plies?: number | null
  type: 'undo'
}

export interface UndoRound {
  reason: string
  type: 'undo_round'
}

export interface Undone {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: UndoneData
  type: 'undone'
}

export interface UndoneData {
  plies: number
}

export interface Variant {
  name: string
  line: number
  sheet: Record<string, unknown>
  uncovered: Uncovered[]
  faults: string[]
  outdone: Uncovered[]
  refused_parent: string
}

export interface VariantText {
  file: string
  text: string
  unsaid: Difference[]
}

export interface Variants {
  sections: string[]
  chosen: Variant
}

export interface WentBerserk {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: BerserkData
  type: 'went_berserk'
}

export interface WrittenMove {
  by: 'white' | 'black' | null
  move: string
  san: Texts
  origin: string
  target: string
  position: string
}

export interface match_events_Ended {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: EndedData
  type: 'ended'
}

export interface tournaments_events_Ended {
  type: 'ended'
}
