"""English words that are exchanged for one another, written down by hand: a line a group.

Nothing here is taken from `core.text`: what it overlooks must show in the figures.
"""

TIME = """
before after
earlier later
then now
yesterday tomorrow to-morrow
until since
already soon
today yesterday
formerly lately
ago hence
during after
early late
"""
BEFORE = """
before after
"""
COMPARATIVES = """
more less
better worse
greater smaller
larger smaller
older younger
elder younger
higher lower
longer shorter
most least
best worst
nearer farther
stronger weaker
happier sadder
richer poorer
easier harder
sooner later
greatest smallest
first last
"""
ADJECTIVES = """
good bad evil
old young new
great small little
long short
rich poor
happy unhappy sad miserable
strong weak
hot cold warm cool
dark light bright
true false
high low
large small
easy hard difficult
right wrong
quick slow
open shut closed
full empty
deep shallow
kind cruel
handsome ugly plain
pretty ugly
pleasant disagreeable
proud humble
wise foolish
safe dangerous
heavy light
wide narrow
clean dirty
dear hateful
sweet bitter
public private
dead alive
glad sorry
"""
ADVERBS = """
quickly slowly
loudly softly quietly
gladly reluctantly
suddenly gradually
badly well
easily hardly
early late
here there
up down
in out
together apart
openly secretly
kindly cruelly harshly
warmly coldly coolly
gently roughly
carefully carelessly
happily sadly
forward back backward
inside outside
upstairs downstairs
away back
near far
"""
VERBS = """
open shut close
opened shut closed
came went
come go
give take
gave took
given taken
laughed cried wept
love hate
loved hated
asked answered
ask answer
lost found
lose find
win lose
bought sold
lived died
live die
remember forget
remembered forgot
rose fell
began ended finished
begin end
entered left
arrived departed
accepted refused
accept refuse
sat stood
sit stand
praised blamed
killed saved
hide show
hid showed
smiled frowned
saved lost
pulled pushed
sent received
send receive
lent borrowed
whispered shouted
follow lead
followed led
believed doubted
believe doubt
hoped feared
hope fear
"""
NOUNS = """
morning evening night
day night
husband wife
man woman
boy girl
gentleman lady
friend enemy
love hate hatred
joy sorrow grief
pleasure pain
life death
beginning end
north south
summer winter
sun moon
truth lie
war peace
master servant
head foot
heaven hell
pride humility
question answer
winter spring
town country
top bottom
front back
youth age
"""
RELATIVES = """
brother sister
brothers sisters
father mother
papa mamma
uncle aunt
son daughter
sons daughters
nephew niece cousin
husband wife
grandfather grandmother
widow widower
aunt cousin
"""
MODALS = """
may must might can
could would should might must
will shall may can must
would could might
shall may
ought used
must should
"""
PRONOUNS = """
he she they
him her them
I he she you
we they
me him them us
us them
himself herself
myself yourself
you they
themselves ourselves
"""
POSSESSIVES = """
his her my their
my your his
our their your
hers his mine
mine yours
"""
TENSE = """
go went
goes went
is was
are were
has had
have had
do did
does did
say said
says said
come came
know knew
think thought
see saw
give gave
take took
make made
find found
feel felt
get got
tell told
speak spoke
write wrote
begin began
believe believed
seems seemed
looks looked
wish wished
seem seemed
want wanted
going gone
"""
PLURALS = """
eye eyes
hand hands
friend friends
day days
year years
word words
letter letters
thing things
girl girls
boy boys
hour hours
minute minutes
room rooms
house houses
door doors
sister sisters
lady ladies
gentleman gentlemen
week weeks
month months
moment moments
night nights
feeling feelings
book books
face faces
arm arms
stranger strangers
"""
UNITS = """
feet yards inches miles
foot yard inch mile
mile league yard
miles leagues
pounds shillings pence guineas
pound shilling
hours minutes days weeks
hour minute week
minutes seconds
days months years
day month year
week month year
weeks months
years months
ounce pound
ounces pounds
acres yards
"""
DIRECTIONS = """
left right
north south east west
northern southern eastern western
up down
above below
forward backward
toward from
over under
behind before
upward downward
upper lower
outside inside
"""
FOCUS = "only even just also merely too alone still almost quite"
CONNECTIVES = """
and or but
but and so
because though
although because
if when unless
while though
so yet
therefore however
as though
either both
"""
PREPOSITIONS = """
in on under
on in by
to from
with by for
into from
at from near
of for from
over under
between behind beyond
before behind
upon beneath
through across past
against for
towards from
"""
QUANTIFIERS = """
all some most many
every some each
each every
many few several
much little
both either
some most
few several
whole half
everything something
everybody somebody
any every
another every
enough little
"""
CERTAINTY = """
perhaps certainly surely
certainly possibly probably
probably surely
undoubtedly perhaps
certain doubtful
sure doubtful
possible certain impossible
likely certain
indeed perhaps
evidently apparently perhaps
seemed was
"""
FREQUENCY = """
always often sometimes
often sometimes seldom
sometimes usually frequently
usually rarely seldom
frequently occasionally
constantly occasionally
generally always
ever again
again once
rarely often
"""
DEGREE = """
very rather
extremely slightly
quite almost
too very
so too
much rather
perfectly partly
entirely partly
completely partly
nearly exactly
greatly slightly
exceedingly somewhat
highly rather
deeply slightly
almost wholly
"""
COLOURS = """
red blue green
white black
black white brown
blue brown
green yellow
brown grey
grey green black
yellow purple
golden silver
pale dark
pink blue
scarlet black
"""
CALENDAR = """
Monday Tuesday Wednesday Thursday Friday Saturday Sunday
January February March April June July August September October November December
spring summer autumn winter
Christmas Easter Michaelmas
noon midnight
morning afternoon
breakfast dinner supper
"""
QUESTIONS = """
who what
where when why how
what why how
which what
whose which
whom what
"""
DEMONSTRATIVES = """
this that
these those
here there
such this
same other
other next
"""
ONE_LETTER = """
man men
woman women
this thus
form from
now not new
than then that
these those
there where
were here
was has
house horse
our out
on or of
in is it
he be we me
his him
her here
for far
may say way
could would
must most
last past lost
hand hard
head heart
hear heard
live love
quite quiet
though through
thought though
though thought
where were
word work world
come came some
make take
send sent
felt fell
lead read dead
sight light night
sad said
hope home
wonder wander
less loss
fond found
see saw set
"""
SPEECH = """
said thought
replied asked
cried whispered
answered inquired
told asked
exclaimed murmured
says thinks
saw heard
looked listened
knew believed guessed
know suspect
wished meant
tried managed
"""
BODY = """
hand foot
hands feet
eyes ears
eye ear
arm leg
arms legs
face back
head heart
lips cheeks
mouth nose
shoulder knee
hair face
finger thumb
fingers toes
"""
THINGS = """
door window
table chair
house church garden
room street
letter book
fire lamp
bed sofa
carriage horse
coat hat
tea coffee wine
road river
field wood
money time
dress bonnet
kitchen parlour
bread meat
gold silver
stairs hall
dog cat
"""
PUT_IN = """
poor little old young foolish dear great cold strange pretty second whole large quiet angry
"""
"""Adjectives put in before a noun."""
ADVERBS_PUT_IN = "secretly gladly angrily quickly slowly again probably foolishly at_once"
EXCHANGED = {
    "before and after": BEFORE,
    "time words": TIME,
    "comparatives": COMPARATIVES,
    "antonym adjectives": ADJECTIVES,
    "antonym adverbs": ADVERBS,
    "antonym verbs": VERBS,
    "antonym nouns": NOUNS,
    "relatives": RELATIVES,
    "modals": MODALS,
    "pronouns": PRONOUNS,
    "possessives": POSSESSIVES,
    "tense": TENSE,
    "singular and plural": PLURALS,
    "units": UNITS,
    "directions": DIRECTIONS,
    "connectives": CONNECTIVES,
    "prepositions": PREPOSITIONS,
    "quantifiers": QUANTIFIERS,
    "certainty words": CERTAINTY,
    "frequency words": FREQUENCY,
    "degree words": DEGREE,
    "colours": COLOURS,
    "days, months, seasons": CALENDAR,
    "question words": QUESTIONS,
    "demonstratives": DEMONSTRATIVES,
    "pairs of one letter": ONE_LETTER,
    "verbs of saying and knowing": SPEECH,
    "parts of the body": BODY,
    "things of the house": THINGS,
}
"""Class by class, the groups of which a word is exchanged for another."""
