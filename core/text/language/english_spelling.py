"""English words that are written in more than one way: grey and gray, Mr. and Mister."""

import functools
import re

_SPELLINGS = """
abridgement abridgment/acknowledgement acknowledgment/aeroplane airplane/aesthetic esthetic
afterward afterwards/ageing aging/almanack almanac/alright allright/aluminium aluminum/amid amidst
among amongst/anaemia anemia/anaemic anemic/analogue analog/analyse analyze/analysed analyzed
ancle ankle/ancles ankles/antient ancient/appal appall/archaeology archeology/artefact artifact
axe ax/backward backwards/balk baulk/befal befall/behove behoove/burned burnt/calibre caliber
carcase carcass/catalogue catalog/centre center/centred centered/centres centers/choose chuse
chooses chuses/choosing chusing/chymist chemist/clew clue/compleat complete/connexion connection
connexions connections/cosy cozy/crystallise chrystallise/cypher cipher/daemon demon
defence defense/defenceless defenseless/defences defenses/despatch dispatch/despatched dispatched
despatches dispatches/develope develop/dialogue dialog/distil distill/downward downwards
draught draft/dreamed dreamt/dropt dropped/dryly drily/dwelled dwelt/ecstacy ecstasy/een even
eer ever/enclose inclose/enclosed inclosed/encyclopaedia encyclopedia/endorse indorse
enquire inquire/enquired inquired/enquires inquires/enquiries inquiries/enquiring inquiring
enquiry inquiry/enrol enroll/entrust intrust/entrusted intrusted/epilogue epilog/expence expense
fibre fiber/fibres fibers/fulfil fulfill/gaily gayly/gaol jail/gaoler jailer/gipsies gypsies
gipsy gypsy/grey gray/greyer grayer/greyish grayish/haemorrhage hemorrhage/halloa halloo
headach headache/hello hallo hullo/hinderance hindrance/homeward homewards/inflexion inflection
instalment installment/instil instill/intire entire/intirely entirely/inward inwards
jewellery jewelry/judgement judgment/judgements judgments/kneeled knelt/lacquey lackey
leaned leant/leaped leapt/learned learnt/licence license/likeable likable/litre liter
lodgement lodgment/loath loth/lustre luster/manoeuvre maneuver/manoeuvres maneuvers
mattrass mattress/meagre meager/mediaeval medieval/metre meter/metres meters/kilometre kilometer
kilometres kilometers/mitre miter/mould mold/moulded molded/moulds molds/mouldy moldy/moult molt
moustache mustache/moustaches mustaches/musick music/naught nought/neer never/negociate negotiate
ochre ocher/oer over/offence offense/offences offenses/ok okay/goodbye goodby/omelette omelet
onward onwards/outward outwards/paean pean/paralyse paralyze/paralysed paralyzed/paultry paltry
pedlar peddler/phantasy fantasy/phoenix phenix/plaister plaster/plough plow/ploughed plowed
ploughing plowing/ploughman plowman/ploughs plows/poney pony/pretence pretense/pretences pretenses
publick public/pyjamas pajamas/raccoon racoon/recal recall/reflexion reflection
ribband riband ribbon/sabre saber/sabres sabers/sallad salad/sceptic skeptic/sceptical skeptical
scepticism skepticism/sceptre scepter/scissars scissors/seise seize/sepulchre sepulcher
serjeant sergeant/shew show/shewed showed/shewing showing/shewn shown/shews shows/sirup syrup
skilful skillful/skilfully skillfully/smelled smelt/smoulder smolder/smouldering smoldering
sombre somber/sopha sofa/spectre specter/spectres specters/spelled spelt/spilled spilt
spoiled spoilt/stanch staunch/stedfast steadfast/stopt stopped/stupify stupefy/sulphur sulfur
teaze tease/teazed teased/theatre theater/theatres theaters/tho though/altho although
thro thru through/tis itis/toward towards/tranquility tranquillity/tranquil tranquill/twas itwas
upward upwards/verandah veranda/visiter visitor/waggon wagon/waggoner wagoner/waggons wagons
whiskey whisky/wilful willful/wilfully willfully/woollen woolen/yoghurt yogurt/mama mamma
programme program/programmes programs/whilst while/foetus fetus/fulfils fulfills
donut doughnut/donuts doughnuts
"""
_ABBREVIATIONS = """
aug august/bros brothers/capt captain/col colonel/dec december/dr doctor/esq esquire
etc etcetera/feb february/gen general/gov governor/hon honorable/jan january/jr jun junr junior
lieut lt lieutenant/maj major/messrs messieurs/mlle mademoiselle/mme madame/mr mister
mt mount/nov november/oct october/prof professor/rev revd reverend/sept september
sergt sgt serjt sergeant/sr senr senior/st saint/vol volume/vols volumes
"""
_ENDINGS = [(re.compile(ending), written) for ending, written in (
    # colour, honourable; not four and your, with one letter before it.
    (r"([a-z][b-df-hj-np-tv-zi])our((?:s|ed|ings?|ers?|able|ably|ites?|ful|fully|less|ly|y|hoods?|al|"
     r"ist|ously|ous)?)$", r"\1or\2"),
    # realise, organisation; not wise and prise, with fewer letters before it.
    (r"([a-z]{3})is(e|es|ed|ers?|ing|able|ations?)$", r"\1iz\2"),
    # travelled, marvellous; not called and felled, with one vowel before it.
    (r"([aeiou][a-z]{1,2}[aeo]l)l(ed|ers?|ings?|ors?|ous|ously)$", r"\1\2"),
    (r"(pencil|signal|cavil|imperil|worship|kidnap)[lp](ed|ers?|ing)$", r"\1\2"),
)]  # fmt: skip


@functools.cache
def _first_spellings() -> dict[str, str]:
    """Map every spelling and abbreviation to the first word of its entry."""
    entries = re.split(r"[/\n]", _SPELLINGS + _ABBREVIATIONS)
    return {word: words[0] for words in map(str.split, entries) for word in words[1:]}


def is_listed_spelling(word: str) -> bool:
    """Whether a word is in the lists above; a dictionary of American spelling may lack it."""
    return word in _listed_spellings()


@functools.cache
def _listed_spellings() -> frozenset[str]:
    return frozenset(_first_spellings()) | frozenset(_first_spellings().values())


@functools.lru_cache(maxsize=65_536)
def canonical_spelling(word: str) -> str:
    """Return one spelling for all spellings and abbreviations of a normalised word.

    Covers British, American, older and shortened ("thro") ones. Spellings that are another word as
    well (storey, cheque, practise) are left out.
    """
    for ending, written in _ENDINGS:
        word = ending.sub(written, word)
    return _first_spellings().get(word, word)
